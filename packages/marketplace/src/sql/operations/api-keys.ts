import type { Scope } from '@mkt/protocol';
import { sql } from 'kysely';
import type { ApiKey, Caller } from '../../domain/api-key.ts';
import type { PageRequest } from '../../domain/page.ts';
import type { NewApiKey } from '../../domain/store.ts';
import type { ApiKeyTable } from '../database.ts';
import type { Together } from '../engine.ts';
import { now } from '../now.ts';
import {
  all,
  execute,
  first,
  oneByOne,
  prepared,
  type Dialect,
  type Operation,
} from '../operation.ts';

/** There are few sets of scopes, and every request has one. */
const parsedScopes = new Map<string, readonly Scope[]>();
const MAX_PARSED = 1_000;

function scopesOf(json: string): readonly Scope[] {
  const known = parsedScopes.get(json);
  if (known) return known;
  const scopes = JSON.parse(json) as Scope[];
  if (parsedScopes.size >= MAX_PARSED) parsedScopes.clear();
  parsedScopes.set(json, scopes);
  return scopes;
}

function toApiKey(row: ApiKeyTable): ApiKey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    scopes: scopesOf(row.scopes_json),
    prefix: row.prefix,
    lastFour: row.last_four,
    createdAtMs: row.created_at,
    lastUsedAtMs: row.last_used_at,
    expiresAtMs: row.expires_at,
  };
}

const COLUMNS = ['id', 'user_id', 'scopes_json', 'expires_at', 'last_used_at'] as const;

const byHash = prepared((db, { hash }: { hash: Uint8Array }) =>
  db.selectFrom('api_key').select(COLUMNS).where('hash', '=', hash).where('revoked_at', 'is', null),
);

const byHashes = prepared((db, { hashes }: { hashes: readonly Uint8Array[] }) =>
  db
    .selectFrom('api_key')
    .select([...COLUMNS, 'hash'])
    .where(sql<boolean>`hash = ANY(${hashes})`)
    .where('revoked_at', 'is', null),
);

type FoundKey = Caller & Pick<ApiKey, 'expiresAtMs' | 'lastUsedAtMs'>;

const toFoundKey = (row: Pick<ApiKeyTable, (typeof COLUMNS)[number]>): FoundKey => ({
  userId: row.user_id,
  keyId: row.id,
  scopes: scopesOf(row.scopes_json),
  expiresAtMs: row.expires_at,
  lastUsedAtMs: row.last_used_at,
});

function* findByHash(dialect: Dialect, hash: Uint8Array): Operation<FoundKey | undefined> {
  const [row] = yield* byHash(dialect, { hash });
  return row && toFoundKey(row);
}

const nameOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64');

export const findKeyByHash: Together<Uint8Array, FoundKey | undefined> = {
  of: 'look-ups',
  remember: { by: nameOf },
  *run(dialect, hashes) {
    if (dialect.name === 'sqlite') return yield* oneByOne(findByHash, dialect, hashes);
    const asked = new Map(hashes.map((hash) => [nameOf(hash), hash]));
    const rows = yield* byHashes(dialect, { hashes: [...asked.values()] });
    const found = new Map(rows.map((row) => [nameOf(row.hash), toFoundKey(row)]));
    return hashes.map((hash) => found.get(nameOf(hash)));
  },
};

export function* listKeys(
  { db }: Dialect,
  { userId, page }: { userId: string; page: PageRequest },
): Operation<ApiKey[]> {
  let query = db
    .selectFrom('api_key')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.after) query = query.where('id', '<', page.after.id);
  return (yield* all(query)).map(toApiKey);
}

export function* insertKey({ db }: Dialect, key: NewApiKey): Operation<ApiKey> {
  yield* execute(
    db
      .insertInto('api_key')
      .values({
        id: key.id,
        user_id: key.userId,
        hash: key.hash,
        name: key.name,
        scopes_json: JSON.stringify(key.scopes),
        prefix: key.prefix,
        last_four: key.lastFour,
        created_at: now,
        last_used_at: null,
        expires_at: key.expiresAtMs,
        revoked_at: null,
      })
      .onConflict((conflict) => conflict.column('hash').doNothing()),
  );
  const row = yield* first(db.selectFrom('api_key').selectAll().where('hash', '=', key.hash));
  if (!row) throw new Error('The API key was not stored.');
  return toApiKey(row);
}

export function* revokeKey(
  { db }: Dialect,
  { userId, id }: { userId: string; id: string },
): Operation<boolean> {
  const changed = yield* execute(
    db
      .updateTable('api_key')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null),
  );
  return changed === 1;
}

export function* touchKey({ db }: Dialect, id: string): Operation<void> {
  yield* execute(db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id));
}
