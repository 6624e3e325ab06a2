import type { WriteOperation } from '../database/engine.ts';
import { DatabaseFailure } from '../database/failure.ts';
import type { Sealing } from '../database/sealing.ts';
import type { Revocation } from './export.ts';
import {
  type End,
  type Header,
  InvalidExport,
  openPasskey,
  type Passkey,
  readHeader,
  readRecords,
  recordOf,
  requireMade,
} from './file.ts';
import { type Noun, NOUNS } from './nouns.ts';
import { InvalidRecord, type Reseal, type Row, type TableRows, toRows } from './records.ts';
import { clearSettings, insertRows, setParents, settleOpen } from './sql.ts';

/** An export of everything whose checksum is right. */
export interface VerifiedExport {
  path: string;
  passkey: Passkey;
  sha256: string;
}

/** Refuses a file that this version cannot import, before the passphrase is needed. */
export async function requireImportable(path: string): Promise<Header> {
  const header = await readHeader(path);
  if (header.accountId !== undefined)
    throw new InvalidExport(
      `holds the data of the account ${header.accountId} for its owner, without secrets, and cannot be imported`,
    );
  return header;
}

async function readEnd(path: string): Promise<End> {
  const records = readRecords(path);
  for (;;) {
    const next = await records.next();
    if (next.done === true) return next.value;
  }
}

/** Reads the whole file, so that nothing is imported of one that was cut off or changed. */
export async function verifyExport(
  path: string,
  header: Header,
  readPassphrase: () => Promise<string>,
): Promise<VerifiedExport> {
  const end = await readEnd(path);
  const passkey = await openPasskey(header, await readPassphrase());
  requireMade(end, passkey);
  return { path, passkey, sha256: end.sha256 };
}

export interface Imported {
  records: Record<string, number>;
  /** Orders that were open, and are settled now. */
  interrupted: number;
  revocations: Revocation[];
}

const MAX_ROWS = 500;
const MAX_BYTES = 4 * 1024 * 1024;

const isText = (value: unknown): value is string => typeof value === 'string';

function toRevocation({ event, id, reason }: Row): Revocation {
  if (!isText(event) || !isText(id) || !(reason === undefined || isText(reason)))
    throw new InvalidRecord('has no valid event, id or reason');
  return { kind: event, id, ...(reason === undefined ? {} : { reason }) };
}

/**
 * Stores everything in an empty marketplace. All of it is one transaction, or goes into a database that
 * is not in use yet: if this fails, nothing was imported.
 */
export async function importFrom(
  { path, passkey, sha256 }: VerifiedExport,
  { write, sealing }: { write: WriteOperation; sealing: Sealing },
): Promise<Imported> {
  const reseal: Reseal = (sealed, { owner, name }) =>
    sealing.seal(passkey.sealing.open(sealed, `${owner} ${name}`), owner);
  const imported: Imported = { records: {}, interrupted: 0, revocations: [] };
  /** Records of one kind that are stored together. */
  let batch = { kind: '', rows: [] as TableRows[], count: 0, bytes: 0, line: 0 };
  const orphans: { id: string; parentId: string }[] = [];

  async function store(): Promise<void> {
    if (batch.rows.length === 0) return;
    try {
      await write(insertRows, batch.rows);
    } catch (error) {
      if (!(error instanceof DatabaseFailure)) throw error;
      throw new InvalidExport(
        `cannot be imported: the database refuses a ${batch.kind} record in one of the lines from ${batch.line} on (${error.code})`,
      );
    }
  }

  /** Its parent may come later in the file: then it is set at the end. */
  function withoutLaterParent(row: Row): void {
    const { id, parent_id: parentId } = row as { id: string; parent_id: string | null };
    if (parentId === null || parentId < id) return;
    orphans.push({ id, parentId });
    row['parent_id'] = null;
  }

  function rowsOf(noun: Noun, record: Row): TableRows[] {
    const rows = toRows(noun, record, reseal);
    if (noun.table === 'api_key') withoutLaterParent(rows[0]?.rows[0] as Row);
    return rows;
  }

  async function add({ line, number }: { line: Buffer; number: number }): Promise<void> {
    const record = recordOf(line);
    const { kind } = record;
    imported.records[kind] = (imported.records[kind] ?? 0) + 1;
    if (kind === 'revocation') {
      imported.revocations.push(toRevocation(record));
      return;
    }
    const noun = Object.hasOwn(NOUNS, kind) ? NOUNS[kind] : undefined;
    if (!noun || noun.isOnlyOfAccount)
      throw new InvalidRecord(`is a ${JSON.stringify(kind)}, which this version does not know`);
    if (kind !== batch.kind || batch.count >= MAX_ROWS || batch.bytes >= MAX_BYTES) {
      await store();
      batch = { kind, rows: [], count: 0, bytes: 0, line: number };
    }
    batch.rows.push(...rowsOf(noun, record));
    batch.count += 1;
    batch.bytes += line.length;
  }

  await write(clearSettings, undefined);
  const records = readRecords(path);
  for (;;) {
    const next = await records.next();
    if (next.done !== true) {
      await add(next.value).catch((error: unknown) => {
        if (!(error instanceof InvalidRecord)) throw error;
        throw new InvalidExport(
          `cannot be imported: the record in line ${next.value.number} ${error.message}`,
        );
      });
      continue;
    }
    if (next.value.sha256 !== sha256) throw new InvalidExport('was changed while it was read');
    break;
  }
  await store();
  await write(setParents, orphans);
  imported.interrupted = await write(settleOpen, undefined);
  return imported;
}
