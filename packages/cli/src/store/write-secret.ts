import { chmod, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseEnv } from 'node:util';
import { parseSigningSecret } from '@mkt/protocol/signing';
import { CliError, systemCode } from '../errors/cli-error.ts';
import { linkTarget, replaceFile } from './files.ts';
import { placeOf, SECRET_VARIABLE, type WantedSecret } from './secret-variable.ts';

/** The text with the variable set, or why it cannot be set. */
type Upsert = { ok: true; text: string } | { ok: false; message: string };

const LINE = /[^\r\n]*(?:\r\n|\n|\r|$)/g;
const ASSIGNMENT = /^(\s*(?:export\s+)?)([\w.-]+)([ \t]*=[ \t]*)(.*?)(\s*)$/s;
const QUOTES = ['"', "'", '`'];

/** Values that shells and loaders read unchanged without quotes. */
const PLAIN_VALUE = /^[\w+/=,.-]*$/;

/**
 * Sets a variable in the text of a `.env` file and keeps every other character: comments, order, line
 * ends. A new variable goes below a commented-out line of its name, else at the end. A value that would
 * need quotes is refused.
 */
export function upsertVariable(text: string, name: string, value: string): Upsert {
  if (!PLAIN_VALUE.test(value)) return { ok: false, message: 'cannot hold such a value' };
  const changed = assigned(text, name, value) ?? added(text, name, value);
  const expected = { ...parseEnv(text), [name]: value };
  // Node's own loader must read the changed text as expected: our line parser could be wrong.
  if (!isSame(parseEnv(changed), expected)) {
    return { ok: false, message: 'has syntax that mkt cannot edit safely' };
  }
  return { ok: true, text: changed };
}

const linesOf = (text: string): string[] => text.match(LINE)?.filter((line) => line !== '') ?? [];

/** The text with every assignment of the name changed; `undefined` if there is none. */
function assigned(text: string, name: string, value: string): string | undefined {
  let isFound = false;
  /** The end of a quoted value that spans lines, and whether it is the value to replace. */
  let openUntil = 0;
  let isOld = false;
  let at = 0;
  const lines = linesOf(text).map((line) => {
    const start = at;
    at += line.length;
    if (start < openUntil) return isOld ? '' : line;
    const [, before, found, equals = '', oldValue = '', end] = ASSIGNMENT.exec(line) ?? [];
    openUntil = endOfQuoted(text, start + line.indexOf(oldValue, line.indexOf(equals)), oldValue);
    isOld = found === name;
    if (!isOld) return line;
    isFound = true;
    return `${before}${name}${equals}${value}${commentOf(oldValue)}${end}`;
  });
  return isFound ? lines.join('') : undefined;
}

/** Where the quoted value that starts at `start` ends, if it spans lines; else 0. */
function endOfQuoted(text: string, start: number, oldValue: string): number {
  const quote = QUOTES.find((each) => oldValue.startsWith(each));
  return quote === undefined ? 0 : text.indexOf(quote, start + 1) + 1;
}

/** The comment after the value, if there is one. */
function commentOf(oldValue: string): string {
  const quote = QUOTES.find((each) => oldValue.startsWith(each));
  const from = quote === undefined ? 0 : oldValue.indexOf(quote, 1) + 1;
  const at = oldValue.indexOf('#', from);
  return at === -1 ? '' : ` ${oldValue.slice(at)}`;
}

function added(text: string, name: string, value: string): string {
  const lines = linesOf(text);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const assignment = `${name}=${value}${newline}`;
  const example = lines.findIndex((line) => isCommented(line, name));
  if (example !== -1) {
    const above = lines.slice(0, example + 1).join('');
    return `${ended(above, newline)}${assignment}${lines.slice(example + 1).join('')}`;
  }
  return `${ended(text, newline)}${assignment}`;
}

const isCommented = (line: string, name: string) =>
  line.trimStart().startsWith('#') &&
  line.replace(/^[\s#]+(export\s+)?/, '').startsWith(`${name}=`);

const ended = (text: string, newline: string) =>
  text === '' || /[\r\n]$/.test(text) ? text : text + newline;

function isSame(a: NodeJS.Dict<string>, b: NodeJS.Dict<string>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

export interface SecretOfListing extends WantedSecret {
  /** A link that leads out of this folder is not followed; by default the folder of the file. */
  projectFolder?: string | undefined;
  /** Replaces a different secret in the listing's own variable. */
  replaces?: boolean | undefined;
  /** Finds out what would be done, and changes nothing. */
  isDryRun?: boolean | undefined;
}

export interface SecretWritten {
  /** `differs`: the listing's variable has another secret, so nothing was written. */
  outcome: 'created' | 'updated' | 'unchanged' | 'differs';
  /** The variable: `MKT_SIGNING_SECRET`, or that of the listing. */
  variable: string;
  /** The variable that has the secret of another listing and was not changed, if that is why. */
  beside?: string;
}

/** Whether the file has been changed, which a running service does not notice. */
export const isWritten = ({ outcome }: Pick<SecretWritten, 'outcome'>): boolean =>
  outcome === 'created' || outcome === 'updated';

const GROUP_AND_OTHERS = 0o077;

/**
 * Writes the signing secret of a listing to a `.env` file atomically: as `MKT_SIGNING_SECRET`, or, if
 * that has the secret of another listing, as `MKT_SIGNING_SECRET_<SLUG>`. Afterwards only the owner of
 * the file can read it. A secret that would need quotes is not written.
 */
export async function writeSecret(path: string, listing: SecretOfListing): Promise<SecretWritten> {
  const { slug, secret, previous } = listing;
  const { projectFolder = dirname(path), replaces = false, isDryRun } = listing;
  if (parseSigningSecret(secret) === undefined) throw refused(path, 'is only for signing secrets');
  const target = await linkTarget(path, projectFolder);
  const bytes = await currentBytes(target);
  // latin1 maps bytes to characters one to one, so text in any encoding stays unchanged.
  const text = bytes?.toString('latin1') ?? '';
  if (text.includes('\0')) throw refused(path, 'is not a text file');
  const place = placeOf(parseEnv(text), { slug, secret, previous });
  const variable = place.name;
  if (place.kind === 'present') {
    if (!isDryRun) await restrictToOwner(target);
    return { outcome: 'unchanged', variable };
  }
  if (place.kind === 'taken' && !replaces) return { outcome: 'differs', variable };
  const upserted = upsertVariable(text, variable, place.value);
  if (!upserted.ok) throw refused(path, upserted.message);
  if (!isDryRun) await replaceFile(target, Buffer.from(upserted.text, 'latin1'));
  const beside = place.kind === 'free' ? place.beside : undefined;
  return {
    outcome: bytes === undefined ? 'created' : 'updated',
    variable,
    ...(beside === undefined ? {} : { beside }),
  };
}

async function restrictToOwner(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & GROUP_AND_OTHERS) !== 0) await chmod(path, 0o600);
}

async function currentBytes(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return undefined;
    throw refused(path, `cannot be read (${code})`, error);
  }
}

const refused = (path: string, why: string, cause?: unknown) =>
  new CliError('write_failed', `${path} ${why}; it was not changed.`, {
    next: `Run the command again with --print-secret, and set ${SECRET_VARIABLE} yourself.`,
    cause,
  });
