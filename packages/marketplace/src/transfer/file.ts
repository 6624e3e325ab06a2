// The file of an export: a line of JSON for its header, one for each record, and a last one with counts and
// a checksum of everything before it (docs/operate/move.md#the-format).
import {
  createHash,
  createHmac,
  type Hash,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ExportRecord } from './records.ts';
import { UndecryptableSecret } from '../database/failure.ts';
import { createSealing, type Sealing } from '../database/sealing.ts';

const FORMAT = 'mkt-marketplace export';
const FORMAT_VERSION = 1;

/** A file that cannot be imported: one sentence that says why. */
export class InvalidExport extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidExport';
  }
}

export interface Header {
  format: typeof FORMAT;
  version: number;
  /** ISO 8601. */
  madeAt: string;
  /** The version of the program that made it. */
  madeBy: string;
  /** Only in an export of one account, which has no secrets and cannot be imported. */
  accountId?: string;
  /** In base64: what makes the key of secrets out of the passphrase. */
  salt?: string;
  /** A known text, sealed: tells a wrong passphrase. */
  check?: string;
}

export interface End {
  kind: 'end';
  /** How many records there are of each kind. */
  records: Record<string, number>;
  /** The SHA-256 of all bytes before this line, in hex. */
  sha256: string;
  /** HMAC-SHA-256 of that with a key from the passphrase, in hex: no one without it can change the file. */
  hmac?: string;
}

/** 128 MiB and half a second for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const CHECKED = 'The passphrase is right.';

const derive = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);

/** What a passphrase opens. */
export interface Passkey {
  sealing: Sealing;
  hmacOf(sha256: string): string;
}

export async function passkeyOf(passphrase: string, salt: Buffer): Promise<Passkey> {
  const bytes = await derive(passphrase.normalize('NFC'), salt, 2 * KEY_BYTES, SCRYPT);
  const hmacKey = bytes.subarray(KEY_BYTES);
  return {
    sealing: createSealing([bytes.subarray(0, KEY_BYTES)]),
    hmacOf: (sha256) => createHmac('sha256', hmacKey).update(sha256).digest('hex'),
  };
}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;

/** Records are written together, so that not each of them is a system call. */
const BUFFERED_CHARACTERS = 256 * 1024;

export interface ExportWriter {
  /** Seals secrets with the passphrase; an export of one account has none. */
  sealing: Sealing | undefined;
  write(record: ExportRecord): Promise<void>;
  /** Writes the last line. Returns how many records there are of each kind. */
  end(): Promise<Record<string, number>>;
}

/** Begins an export: with a passphrase one of everything, without one that of an account. */
export async function writeExport(
  file: Pick<FileHandle, 'appendFile'>,
  about: Pick<Header, 'madeAt' | 'madeBy'> & ({ accountId: string } | { passphrase: string }),
): Promise<ExportWriter> {
  const { madeAt, madeBy } = about;
  const header: Header = { format: FORMAT, version: FORMAT_VERSION, madeAt, madeBy };
  let passkey: Passkey | undefined;
  if ('passphrase' in about) {
    const salt = randomBytes(SALT_BYTES);
    passkey = await passkeyOf(about.passphrase, salt);
    header.salt = salt.toString('base64');
    header.check = passkey.sealing.seal(CHECKED, 'check');
  } else {
    header.accountId = about.accountId;
  }
  const hash = createHash('sha256');
  const records: Record<string, number> = {};
  let buffered = lineOf(header);
  async function flush(): Promise<void> {
    hash.update(buffered);
    await file.appendFile(buffered);
    buffered = '';
  }
  return {
    sealing: passkey?.sealing,
    async write(record) {
      records[record.kind] = (records[record.kind] ?? 0) + 1;
      buffered += lineOf(record);
      if (buffered.length > BUFFERED_CHARACTERS) await flush();
    },
    async end() {
      await flush();
      const sha256 = hash.digest('hex');
      const hmac = passkey?.hmacOf(sha256);
      const end: End = { kind: 'end', records, sha256, ...(hmac === undefined ? {} : { hmac }) };
      await file.appendFile(lineOf(end));
      return records;
    },
  };
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A header has about 300 bytes. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Reads the header; refuses what is not an export, or not one that this version can import. */
export async function readHeader(path: string): Promise<Header> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), { position: 0 });
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1);
    const header = parsed(line);
    if (!isObject(header) || header['format'] !== FORMAT)
      throw new InvalidExport('is not an export of a marketplace');
    const { version, madeBy } = header;
    if (version !== FORMAT_VERSION)
      throw new InvalidExport(
        `was made by ${String(madeBy)} in version ${String(version)} of the format, and this version of mkt-marketplace reads version ${FORMAT_VERSION}; use one that is as new as the one that made it`,
      );
    return header as unknown as Header;
  } finally {
    await file.close();
  }
}

/** The key of an export of everything. */
export async function openPasskey({ salt, check }: Header, passphrase: string): Promise<Passkey> {
  const passkey = await passkeyOf(passphrase, Buffer.from(salt ?? '', 'base64'));
  try {
    if (passkey.sealing.open(check ?? '', 'check') === CHECKED) return passkey;
  } catch (error) {
    if (!(error instanceof UndecryptableSecret)) throw error;
  }
  throw new InvalidExport('was sealed with another passphrase');
}

const NEWLINE = 0x0a;

/** The lines of a file, without their ends. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    let rest = chunk as Buffer;
    for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
      parts.push(rest.subarray(0, at));
      yield parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      parts = [];
      rest = rest.subarray(at + 1);
    }
    if (rest.length > 0) parts.push(rest);
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

const changed = () => new InvalidExport('has changed since it was made: its checksum differs');

function endOf(line: Buffer | undefined, hash: Hash): End {
  const end = parsed(line?.toString('utf8') ?? '');
  if (!isObject(end) || end['kind'] !== 'end')
    throw new InvalidExport('is cut off: its last line is missing');
  if (end['sha256'] !== hash.digest('hex')) throw changed();
  return end as unknown as End;
}

/** Refuses a file whose checksum was made by someone without the passphrase. */
export function requireMade({ sha256, hmac = '' }: End, { hmacOf }: Passkey): void {
  const [given, made] = [Buffer.from(hmac), Buffer.from(hmacOf(sha256))];
  if (given.length !== made.length || !timingSafeEqual(given, made)) throw changed();
}

/**
 * The records of an export, with the numbers of their lines, and its last line, whose checksum is
 * compared. To know before the first record that the file is whole, read it once without using them.
 */
export async function* readRecords(
  path: string,
): AsyncGenerator<{ line: Buffer; number: number }, End> {
  const hash = createHash('sha256');
  let before: Buffer | undefined;
  let number = 0;
  for await (const line of linesOf(path)) {
    if (before) {
      hash.update(before).update('\n');
      if (number > 1) yield { line: before, number };
    }
    before = line;
    number += 1;
  }
  return endOf(before, hash);
}

/** A record of a line. */
export function recordOf(line: Buffer): ExportRecord {
  const record = parsed(line.toString('utf8'));
  if (!isObject(record) || typeof record['kind'] !== 'string')
    throw new InvalidExport('has a line that is not a record');
  return record as ExportRecord;
}
