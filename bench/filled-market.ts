import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatApiKey, visibleParts } from '@mkt/protocol';
import { openPasskey, type Header } from '../packages/marketplace/src/transfer/file.ts';
import { idAt } from './filled-store.ts';
import type { MarketSize } from './market-size.ts';
import { publish, startMarketplace } from './marketplace.ts';
import { createRandom } from './measure/random.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import type { People } from './placed-orders.ts';
import { INPUT_SCHEMA } from './sample-call.ts';

const BUYER = 'buyer@bench.example';
const PASSPHRASE = 'a passphrase of benchmarks';

/** What a marketplace and its commands need to share data. */
export const MARKET_ENV = {
  MKT_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  MKT_EXPORT_PASSPHRASE: PASSPHRASE,
};

type RunCommand = (...args: string[]) => string;

/** Runs commands of a built marketplace. */
const commandsOf =
  (bin: string, env: Readonly<Record<string, string>> = {}): RunCommand =>
  (...args) =>
    execFileSync(process.execPath, [bin, ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...MARKET_ENV, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

/** A market as a file that `import` reads, and what its buyers send orders with. */
export interface MarketFile extends People {
  path: string;
}

type ExportRecord = Record<string, unknown> & { kind: string };
type Part = Record<string, unknown>;

const linesOf = (records: readonly unknown[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Exports a marketplace with one listing and one buyer besides the seller. */
async function exportSmallest(bin: string, sellerUrl: string, path: string) {
  const dataDir = temporaryFolder();
  const server = await startMarketplace({ bin, dataDir, env: MARKET_ENV });
  await publish(server, 'Bench', {
    endpointPath: `${sellerUrl}/run`,
    inputSchema: INPUT_SCHEMA,
    outputSchema: { type: 'object' },
  });
  const run = commandsOf(bin);
  run('keys', 'create', '--email', BUYER, '--scopes', '*', '--data', dataDir, '--json');
  await server.stop();
  run('export', path, '--data', dataDir);
  const [header, ...records] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return {
    header: JSON.parse(header ?? '') as Header,
    records: records.slice(0, -1).map((line) => JSON.parse(line) as ExportRecord),
  };
}

/**
 * Makes a market of this size with a marketplace's own `export`: its one buyer and its one listing are
 * written as often as they are needed, with ids, keys and secrets of their own. `import` of the same
 * version stores it however that version stores things.
 */
export async function createMarketFile(
  bin: string,
  sellerUrl: string,
  { buyers, listings }: MarketSize,
  seed: number,
): Promise<MarketFile> {
  const path = join(temporaryFolder(), 'market.ndjson');
  const { header, records } = await exportSmallest(bin, sellerUrl, path);
  const { sealing, hmacOf } = await openPasskey(header, PASSPHRASE);
  const random = createRandom(seed);
  const newId = () => idAt(Date.now(), random);
  const only = (kind: string, isIt: (record: ExportRecord) => boolean): ExportRecord => {
    const found = records.find((record) => record.kind === kind && isIt(record));
    if (!found) throw new Error(`The export has no such ${kind}.`);
    return found;
  };

  const user = only('user', ({ email }) => email === BUYER);
  const [{ accountId }] = user['accounts'] as [{ accountId: string }];
  const account = only('account', ({ id }) => id === accountId);
  const key = only('key', (record) => record['accountId'] === accountId);
  const people = Array.from({ length: buyers }, (_, number) => {
    const ids = { account: newId(), user: newId(), key: newId() };
    const apiKey = formatApiKey(Uint8Array.from({ length: 32 }, () => random() * 256));
    const hash = createHash('sha256').update(apiKey).digest('base64');
    const [member] = user['accounts'] as [Part];
    const sellerId = `${String((account['profile'] as Part)['sellerId'])}${number}`;
    return {
      apiKey,
      account: {
        ...account,
        id: ids.account,
        profile: { ...(account['profile'] as Part), sellerId },
      },
      user: {
        ...user,
        id: ids.user,
        email: `buyer${number}@bench.example`,
        accounts: [{ ...member, accountId: ids.account }],
      },
      key: { ...key, id: ids.key, accountId: ids.account, hash, ...visibleParts(apiKey) },
    };
  });

  const listing = only('listing', () => true);
  const { secret, ...restOfSecret } = listing['signingSecret'] as Part & { secret: string };
  const opened = sealing.open(secret, `${String(listing['id'])} secret`);
  const more = Array.from({ length: listings - 1 }, (_, number) => {
    const id = newId();
    const resealed = sealing.seal(opened, `${id} secret`);
    const slug = `${String(listing['slug'])}-number-${number}`;
    return { ...listing, id, slug, signingSecret: { ...restOfSecret, secret: resealed } };
  });
  const slugs = more.map(({ id, slug }) => ({ kind: 'slug', slug, listingId: id }));

  /** After the last record of their kind: each record comes after those that it names. */
  const added: Record<string, readonly unknown[]> = {
    account: people.map((each) => each.account),
    user: people.map((each) => each.user),
    key: people.map((each) => each.key),
    listing: more,
    slug: slugs,
  };
  const all = records.flatMap((record, at) =>
    record.kind === records[at + 1]?.kind ? [record] : [record, ...(added[record.kind] ?? [])],
  ) as ExportRecord[];
  const text = linesOf([header, ...all]);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const counts = Map.groupBy(all, ({ kind }) => kind);
  const total = Object.fromEntries([...counts].map(([kind, { length }]) => [kind, length]));
  const end = { kind: 'end', records: total, sha256, hmac: hmacOf(sha256) };
  writeFileSync(path, text + linesOf([end]));
  return {
    path,
    apiKeys: people.map(({ apiKey }) => apiKey),
    listingIds: [listing, ...more].map(({ id }) => String(id)),
  };
}

/** Imports a market into an empty data folder, or into the empty database of `env`. */
export function importMarket(
  { path }: MarketFile,
  { bin, dataDir, env = {} }: { bin: string; dataDir: string; env?: Record<string, string> },
): void {
  mkdirSync(dataDir, { recursive: true });
  const run = commandsOf(bin, env);
  if (env['MKT_DATABASE_URL'] === undefined) run('import', path, '--data', dataDir);
  else {
    run('migrate');
    run('import', path);
  }
}
