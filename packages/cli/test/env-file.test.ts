import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SecretOfListing, upsertVariable, writeSecret } from '../src/store/write-secret.ts';

const NAME = 'MKT_SIGNING_SECRET';
const NEW = formatSigningSecret(new Uint8Array(32).fill(0xfb));

const upsert = (text: string) => {
  const result = upsertVariable(text, NAME, NEW);
  return result.ok ? result.text : result.message;
};

describe('setting a variable', () => {
  it.each([
    ['an empty file', '', `${NAME}=${NEW}\n`],
    ['at the end', 'A=1\n', `A=1\n${NAME}=${NEW}\n`],
    ['after a last line without a line end', 'A=1', `A=1\n${NAME}=${NEW}\n`],
    ['with the file’s own line ends', 'A=1\r\nB=2', `A=1\r\nB=2\r\n${NAME}=${NEW}\r\n`],
    ['in place', `A=1\n${NAME}=old\nB=2\n`, `A=1\n${NAME}=${NEW}\nB=2\n`],
    ['in place, at the end of the file', `A=1\n${NAME}=old`, `A=1\n${NAME}=${NEW}`],
    ['in place of an empty value', `${NAME}=\r\nB=2`, `${NAME}=${NEW}\r\nB=2`],
    ['with its spaces and export', `  export ${NAME} = old\n`, `  export ${NAME} = ${NEW}\n`],
    ['before a trailing comment', `${NAME}=old # keep\n`, `${NAME}=${NEW} # keep\n`],
    ['in place of a quoted value', `${NAME}="old" # keep\n`, `${NAME}=${NEW} # keep\n`],
    [
      'below its commented-out line',
      `#${NAME}=whsec_...\nB=2\n`,
      `#${NAME}=whsec_...\n${NAME}=${NEW}\nB=2\n`,
    ],
    ['in every assignment', `${NAME}=a\nX=1\n${NAME}=b\n`, `${NAME}=${NEW}\nX=1\n${NAME}=${NEW}\n`],
    ['not in a longer name', `MY_${NAME}=a\n`, `MY_${NAME}=a\n${NAME}=${NEW}\n`],
    [
      'not in a value that spans lines',
      `A="\n${NAME}=no\n"\n`,
      `A="\n${NAME}=no\n"\n${NAME}=${NEW}\n`,
    ],
    ['in place of a value that spans lines', `${NAME}="a\nb"\nB=2\n`, `${NAME}=${NEW}\nB=2\n`],
    ['after an unclosed quote', `A="x\n${NAME}=a\n`, `A="x\n${NAME}=${NEW}\n`],
    ['without changing other lines', `?? \n\n# x\n`, `?? \n\n# x\n${NAME}=${NEW}\n`],
  ])('%s', (_, before, after) => {
    expect(upsert(before)).toBe(after);
  });

  it('refuses a file with ambiguous lines', () => {
    expect(upsert(`A=1\r${NAME}=old\r`)).toContain('cannot edit safely');
  });
});

/** Writes the secret of text-insights, and returns what was done. */
async function write(path: string, secret: string, more: Partial<SecretOfListing> = {}) {
  const { outcome } = await writeSecret(path, { slug: 'text-insights', secret, ...more });
  return outcome;
}

describe('writing the file', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mkt-env-'));
    path = join(folder, '.env');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const modeOf = async () => (await stat(path)).mode & 0o777;

  it('creates a file that only its owner can read, and leaves no other file', async () => {
    expect(await write(path, NEW)).toBe('created');
    expect(await modeOf()).toBe(0o600);
    expect(await readdir(folder)).toEqual(['.env']);
  });

  it('makes an existing file private and keeps every other byte', async () => {
    const latin1 = Buffer.from([0x41, 0x3d, 0xe9, 0x0a]);
    await writeFile(path, latin1);
    await chmod(path, 0o644);
    expect(await write(path, NEW)).toBe('updated');
    expect(await modeOf()).toBe(0o600);
    const expected = Buffer.concat([latin1, Buffer.from(`${NAME}=${NEW}\n`)]);
    expect(await readFile(path)).toEqual(expected);
  });

  it('writes nothing if the secret is already there, and makes the file private', async () => {
    await writeFile(path, `${NAME}="${NEW}" # as it is`);
    await chmod(path, 0o640);
    const before = await stat(path);
    expect(await write(path, NEW)).toBe('unchanged');
    expect((await stat(path)).ino).toBe(before.ino);
    expect(await modeOf()).toBe(0o600);
  });

  it.each([
    ['shell code', 'whsec_$(touch pwned)'],
    ['a line more', `${NEW}\nNODE_OPTIONS=--import=./evil.mjs`],
    ['a quote', `${NEW}"`],
    ['a comment', `${NEW} # x`],
    ['23 bytes', `whsec_${btoa('\0'.repeat(23))}`],
    ['no prefix', NEW.slice('whsec_'.length)],
    ['two secrets', `${NEW},${NEW}`],
    ['nothing', ''],
  ])('refuses an invalid secret: %s', async (_, secret) => {
    await writeFile(path, 'A=1\n');
    await expect(write(path, secret)).rejects.toThrow(
      'is only for signing secrets; it was not changed',
    );
    expect(await readFile(path, 'utf8')).toBe('A=1\n');
  });

  it('writes to the target of a link', async () => {
    const real = join(folder, 'real.env');
    await writeFile(real, 'A=1\n');
    await symlink(real, path);
    await write(path, NEW);
    expect(await readFile(real, 'utf8')).toBe(`A=1\n${NAME}=${NEW}\n`);
    expect(await readdir(folder)).toEqual(['.env', 'real.env']);
  });

  describe('through a link that leads out of the project', () => {
    let outside: string;
    beforeEach(async () => {
      outside = await mkdtemp(join(tmpdir(), 'mkt-outside-'));
      await writeFile(join(outside, 'theirs'), 'A=1\n');
    });
    afterEach(() => rm(outside, { recursive: true }));

    /** The error message, and the files outside afterwards. */
    const tried = async (file: string) => {
      const refusal = await write(file, NEW, { projectFolder: folder }).catch(
        (error: Error) => error.message,
      );
      return [refusal, await readdir(outside), await readFile(join(outside, 'theirs'), 'utf8')];
    };
    const UNTOUCHED = [expect.stringMatching(/link/), ['theirs'], 'A=1\n'];

    it('refuses the file', async () => {
      await symlink(join(outside, 'theirs'), path);
      expect(await tried(path)).toEqual(UNTOUCHED);
    });

    it('refuses a file that does not exist yet', async () => {
      await symlink(join(outside, 'new'), path);
      expect(await tried(path)).toEqual(UNTOUCHED);
    });

    it('refuses a folder', async () => {
      await symlink(outside, join(folder, 'config'));
      expect(await tried(join(folder, 'config', '.env'))).toEqual(UNTOUCHED);
      expect(await tried(join(folder, 'config', 'theirs'))).toEqual(UNTOUCHED);
    });

    it('refuses a chain of links', async () => {
      await symlink(outside, join(folder, 'config'));
      await symlink(join(folder, 'config', 'theirs'), path);
      expect(await tried(path)).toEqual(UNTOUCHED);
    });

    it('accepts a file outside that is named directly', async () => {
      expect(await write(join(outside, '.env'), NEW, { projectFolder: folder })).toBe('created');
    });

    it('follows a link to a folder within the project', async () => {
      await mkdir(join(folder, 'real'));
      await symlink(join(folder, 'real'), join(folder, 'config'));
      expect(await write(join(folder, 'config', '.env'), NEW, { projectFolder: folder })).toBe(
        'created',
      );
      expect(await readdir(join(folder, 'real'))).toEqual(['.env']);
    });
  });

  it('refuses a folder', async () => {
    await mkdir(path);
    await expect(write(path, NEW)).rejects.toThrow('is not a regular file');
  });

  it.each([
    ['UTF-16', Buffer.from('A=1\n', 'utf16le')],
    ['CR line ends', Buffer.from(`A=1\r${NAME}=old\r`)],
  ])('does not change a file with %s', async (_, bytes) => {
    await writeFile(path, bytes);
    await expect(write(path, NEW)).rejects.toThrow('it was not changed');
    expect(await readFile(path)).toEqual(bytes);
  });

  it('says that the folder does not exist', async () => {
    await expect(write(join(folder, 'no', '.env'), NEW)).rejects.toThrow(
      /cannot be written \(ENOENT\)/,
    );
  });
});

describe('the secrets of several listings in one file', () => {
  const OTHER = formatSigningSecret(new Uint8Array(32).fill(1));
  const OLD = formatSigningSecret(new Uint8Array(32).fill(2));
  const OWN = `${NAME}_TEXT_INSIGHTS`;
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mkt-env-'));
    path = join(folder, '.env');
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Writes the secret into a file with this text, and returns the outcome and the text afterwards. */
  async function writeInto(before: string, more: Partial<SecretOfListing> = {}) {
    await writeFile(path, before);
    const written = await writeSecret(path, { slug: 'text-insights', secret: NEW, ...more });
    return { ...written, text: await readFile(path, 'utf8') };
  }

  it('are kept: the second listing gets a variable of its own', async () => {
    expect(await writeInto(`${NAME}=${OTHER}\n`)).toEqual({
      outcome: 'updated',
      variable: OWN,
      beside: NAME,
      text: `${NAME}=${OTHER}\n${OWN}=${NEW}\n`,
    });
  });

  it.each([
    ['in its own variable', `${NAME}=${OTHER}\n${OWN}=${NEW}\n`, OWN],
    ['in a list', `${NAME}=${OTHER},${NEW}\n`, NAME],
    ['under another name', `${NAME}_QR_CODE="${NEW}"\n`, `${NAME}_QR_CODE`],
  ])('are not written twice: %s', async (_, text, variable) => {
    expect(await writeInto(text)).toEqual({ outcome: 'unchanged', variable, text });
  });

  it('never replace a different secret, unless that is asked for', async () => {
    const text = `${NAME}=${OTHER}\n${OWN}=${OLD}\n`;
    expect(await writeInto(text)).toEqual({ outcome: 'differs', variable: OWN, text });
    expect(await writeInto(text, { replaces: true })).toEqual({
      outcome: 'updated',
      variable: OWN,
      text: `${NAME}=${OTHER}\n${OWN}=${NEW}\n`,
    });
  });

  it.each([
    ['alone', `${NAME}=${OLD}\n`, `${NAME}=${NEW}\n`],
    ['in a list', `${NAME}=${OTHER},${OLD}\n`, `${NAME}=${OTHER},${NEW}\n`],
    [
      'beside another listing',
      `${NAME}=${OTHER}\n${OWN}=${OLD}\n`,
      `${NAME}=${OTHER}\n${OWN}=${NEW}\n`,
    ],
  ])('take the place of the one that was rotated: %s', async (_, before, after) => {
    const { text } = await writeInto(before, { previous: OLD });
    expect(text).toBe(after);
  });

  it.each(['', 'whsec_...', '"changeme"'])('take the place of a placeholder: %j', async (value) => {
    const { text } = await writeInto(`${NAME}=${value}\n`);
    expect(text).toBe(`${NAME}=${NEW}\n`);
  });

  it('get no more than one variable, whatever a marketplace sends as the slug', async () => {
    const { text } = await writeInto(`${NAME}=${OTHER}\n`, {
      slug: 'x=1\nNODE_OPTIONS=--import=y',
    });
    expect(text).toBe(`${NAME}=${OTHER}\n${NAME}_X_1_NODE_OPTIONS_IMPORT_Y=${NEW}\n`);
  });
});
