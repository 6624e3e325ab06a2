import type { FileHandle } from 'node:fs/promises';
import type { ReadSnapshot } from '../database/engine.ts';
import type { Sealing } from '../database/sealing.ts';
import { writeExport } from './file.ts';
import { NOUNS } from './nouns.ts';
import { type Reseal, toRecord } from './records.ts';
import { readPage } from './sql.ts';

/** An entry of the list of revocations: what happened, and to what. */
export interface Revocation {
  kind: string;
  id: string;
  reason?: string;
}

export interface Exported {
  /** How many records there are of each kind. */
  records: Record<string, number>;
  /** The number of orders whose calls had not started, and of those whose calls had not ended. */
  waiting: number;
  running: number;
}

const MAX_ROWS = 500;
const MAX_BYTES = 4 * 1024 * 1024;

interface ExportOptions {
  /** One snapshot, so that all records fit together. */
  read: ReadSnapshot;
  file: Pick<FileHandle, 'appendFile'>;
  about: Parameters<typeof writeExport>[1];
  /** The key of the secrets in the database. */
  sealing: Sealing;
  /** The list of what was revoked, which is beside the database. */
  revocations: readonly Revocation[];
}

/** Writes everything, or what belongs to one account. */
export async function exportTo(options: ExportOptions): Promise<Exported> {
  const { read, file, about, sealing, revocations } = options;
  const writer = await writeExport(file, about);
  const accountId = 'accountId' in about ? about.accountId : null;
  const isOfAccount = accountId !== null;
  const reseal: Reseal = (sealed, { owner, name }) =>
    writer.sealing?.seal(sealing.open(sealed, owner), `${owner} ${name}`) ?? '';
  const open = { waiting: 0, running: 0 };
  for (const [kind, noun] of Object.entries(NOUNS)) {
    const isIncluded = isOfAccount ? noun.ofAccount !== undefined : noun.isOnlyOfAccount !== true;
    if (!isIncluded) continue;
    let after: readonly unknown[] | undefined;
    do {
      const request = { noun, accountId, after, maxRows: MAX_ROWS, maxBytes: MAX_BYTES };
      const page = await read(readPage, request);
      for (const found of page.rows) {
        const record = toRecord(kind, noun, { ...found, isOfAccount, reseal });
        if (record['orderState'] === 'pending') open.waiting += 1;
        if (record['orderState'] === 'running') open.running += 1;
        await writer.write(record);
      }
      after = page.next;
    } while (after);
  }
  for (const { kind: event, ...revocation } of revocations)
    await writer.write({ kind: 'revocation', event, ...revocation });
  return { records: await writer.end(), ...open };
}
