import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { createBoundedMap } from '../structures/collections.ts';
import type { Engine } from './engine.ts';
import { UndecryptableSecret } from './failure.ts';
import { all, type Dialect, execute, executeSql, type SingleStatement } from './operation.ts';
import { ADDRESS, LINEAGE, WRITE_CHECK } from './tables.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 's1';
const MAX_OPENED = 10_000;

/** Encrypts secrets at rest with AES-256-GCM, each bound to the row that owns it. */
export interface Sealing {
  /** `s1.<key id>.<base64url of nonce, ciphertext and tag>`. */
  seal(plain: string, owner: string): string;
  /** Throws `UndecryptableSecret` when no key fits or the text was modified. */
  open(sealed: string, owner: string): string;
}

/**
 * Seals with the first of the given keys (32 bytes each, newest first) and opens with any of them, so
 * that a key can be rotated while secrets sealed with an older one still exist.
 */
export function createSealing(keys: readonly Uint8Array[]): Sealing {
  const named = new Map(keys.map((key) => [keyId(key), key]));
  const newest = keys[0];
  if (!newest) throw new RangeError('Sealing needs at least one key.');
  const newestId = keyId(newest);
  // Every activation opens its listing's secret; decrypted secrets are kept in memory.
  const opened = createBoundedMap<string>({ max: MAX_OPENED });

  function decrypt(sealed: string, owner: string): string {
    const [version, id, data] = sealed.split('.');
    const key = named.get(id ?? '');
    if (version !== VERSION || !key || data === undefined) throw new UndecryptableSecret();
    try {
      return decryptWith(key, data, owner);
    } catch (error) {
      throw new UndecryptableSecret(error);
    }
  }

  function decryptWith(key: Uint8Array, data: string, owner: string): string {
    const bytes = Buffer.from(data, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  }

  return {
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, newest, nonce);
      cipher.setAAD(Buffer.from(owner));
      const body = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final()]);
      return `${VERSION}.${newestId}.${Buffer.concat([body, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open(sealed, owner) {
      // The owner is part of the key: a secret that was moved to another row must not open there.
      return opened.getOrCompute(`${owner} ${sealed}`, () => decrypt(sealed, owner));
    },
  };
}

/** Identifies a key without revealing it. */
function keyId(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}

/** The tables with secrets, and the column with the owner to whom a secret is bound. */
const OWNER_COLUMNS = { signing_secret: 'listing_id', webhook: 'id' } as const;

type SecretsTable = keyof typeof OWNER_COLUMNS;

const SECRETS_TABLES = Object.keys(OWNER_COLUMNS) as SecretsTable[];

/** A secret as it is stored, and the previous one. */
interface SealedRow {
  owner: string;
  sealed: string;
  previous: string | null;
}

const namesOf = (table: SecretsTable) => ({
  table: sql.table(table),
  owner: sql.ref(OWNER_COLUMNS[table]),
});

/** The next secrets of a table, in the order of their owners. */
export function sealedRows(
  { db }: Dialect,
  args: { table: SecretsTable; after: string },
): SingleStatement<SealedRow[]> {
  const { table, owner } = namesOf(args.table);
  const query = sql<SealedRow>`
    SELECT ${owner} AS owner, sealed, previous_sealed AS previous FROM ${table}
    WHERE ${owner} > ${args.after} ORDER BY ${owner} LIMIT 500`;
  return all({ compile: () => query.compile(db) });
}

/** Skips a secret that was rotated in the meantime: it is already sealed with the newest key. */
export function saveResealed(
  { db }: Dialect,
  args: { table: SecretsTable; before: SealedRow; after: Omit<SealedRow, 'owner'> },
): SingleStatement<number> {
  const { table, owner } = namesOf(args.table);
  const { before, after } = args;
  const isUnchanged =
    before.previous === null
      ? sql`previous_sealed IS NULL`
      : sql`previous_sealed = ${before.previous}`;
  return executeSql(
    db,
    sql`UPDATE ${table} SET sealed = ${after.sealed}, previous_sealed = ${after.previous}
      WHERE ${owner} = ${before.owner} AND sealed = ${before.sealed} AND ${isUnchanged}`,
  );
}

/** Those that are encrypted. */
function installationValues({ db }: Dialect): SingleStatement<{ name: string; value: string }[]> {
  return all(
    db
      .selectFrom('installation')
      .selectAll()
      .where('name', 'not in', [ADDRESS, LINEAGE, WRITE_CHECK]),
  );
}

function replaceInstallationValue(
  { db }: Dialect,
  { name, before, after }: { name: string; before: string; after: string },
): SingleStatement<number> {
  return execute(
    db
      .updateTable('installation')
      .set({ value: after })
      .where('name', '=', name)
      .where('value', '=', before),
  );
}

type Reseal = (sealed: string, owner: string) => string;

async function resealTable(
  { read, write }: Engine,
  table: SecretsTable,
  reseal: Reseal,
): Promise<number> {
  let count = 0;
  let last = '';
  for (;;) {
    const rows = await read(sealedRows, { table, after: last });
    if (rows.length === 0) return count;
    for (const before of rows) {
      const { owner, sealed, previous } = before;
      const after = {
        sealed: reseal(sealed, owner),
        previous: previous === null ? null : reseal(previous, owner),
      };
      await write(saveResealed, { table, before, after });
      last = owner;
      count++;
    }
  }
}

/**
 * Encrypts everything again with the newest key, so that the older keys can be removed. It is safe to
 * run while a server runs, and to repeat. Returns how many secrets of listings and webhooks there are.
 */
export async function resealAll(engine: Engine, sealing: Sealing): Promise<number> {
  const reseal: Reseal = (sealed, owner) => sealing.seal(sealing.open(sealed, owner), owner);
  for (const { name, value } of await engine.read(installationValues, undefined)) {
    const after = reseal(value, name);
    await engine.write(replaceInstallationValue, { name, before: value, after });
  }
  let count = 0;
  for (const table of SECRETS_TABLES) count += await resealTable(engine, table, reseal);
  return count;
}
