// Counts the work on which the project's speed depends: unlike times, counts do not vary with the
// machine. The times are in bench/README.md.
import { fileURLToPath } from 'node:url';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { describe, expect, it } from 'vitest';
import { createApi } from '../test-bed/api.ts';
import { contractFile } from './contract-file.ts';
import { loadedModules } from './counts/loaded-modules.ts';
import { countStatements } from './counts/statement-counter.ts';
import { oldBytes } from './counts/old-bytes.ts';
import { publish, RAISED_LIMITS, startMarketplace } from './marketplace.ts';
import { startServer } from './measure/child-process.ts';
import { runLoad } from './measure/load.ts';
import { median } from './measure/statistics.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import { INPUT, INPUT_SCHEMA } from './sample-call.ts';

const MKT = fileURLToPath(new URL('../packages/cli/bin/mkt.js', import.meta.url));
const MARKETPLACE = fileURLToPath(
  new URL('../packages/marketplace/bin/mkt-marketplace.js', import.meta.url),
);
const KIB = 1024;

describe('an activation', () => {
  it('takes two transactions of one statement each and no read', async () => {
    using statements = countStatements();
    await using market = await createTestMarketplace();
    const seller = await startServer('servers/quick-seller.ts');
    const { url, apiKey = '' } = market;
    const runContract = { endpointPath: `${seller.url}/run`, inputSchema: INPUT_SCHEMA };
    const listingId = await publish({ url, apiKey }, 'Counted', runContract);
    const api = createApi(url, apiKey);
    const activate = async () => {
      const { body } = await api.activate(listingId, INPUT, 30);
      expect(body).toMatchObject({ orderState: 'completed' });
    };
    // The first activation compiles the schema, and records that the key was used.
    await activate();
    statements.take();
    await activate();
    const verbs = statements.take().map((text) => text.split(' ')[0]?.toUpperCase());
    const executed = verbs.join(' ');
    // Key and listing are cached: each turn, and each write, that needs them checks whether another
    // process has written.
    expect(executed).toMatch(/^(PRAGMA ){1,2}BEGIN PRAGMA INSERT COMMIT BEGIN UPDATE COMMIT$/);
    await seller.stop();
  });

  // Again on a new server: if a full collection of the heap falls into an unlucky moment, which is
  // rare, every order is kept until the next one. What a `Set` keeps, it keeps in every run.
  it('retains little memory in V8’s old space', { retry: 2, timeout: 90_000 }, async () => {
    const market = await startMarketplace({
      env: RAISED_LIMITS,
      // The young space stays at this size. While it is small, as on a busy machine, orders in flight
      // are moved into the old space with it: 2.5 KiB for each.
      nodeArgs: ['--min-semi-space-size=16'],
    });
    const seller = await startServer('servers/quick-seller.ts');
    const runContract = { endpointPath: `${seller.url}/run`, inputSchema: INPUT_SCHEMA };
    const listingId = await publish(market, 'Counted', runContract);
    const load = (requests: number) =>
      runLoad({
        url: `${market.url}/v1/orders`,
        connections: 32,
        requests,
        headers: { 'x-mkt-api-key': market.apiKey, prefer: 'wait=30' },
        body: JSON.stringify({ listingId, requestBody: INPUT }),
      });
    await load(2000);
    const perOrder: number[] = [];
    for (let round = 0; round < 7; round++) {
      const before = await oldBytes(market);
      const { answered } = await load(1000);
      expect(answered).toBe(1000);
      perOrder.push(((await oldBytes(market)) - before) / answered);
    }
    // About 0.6 KiB; 5 to 10 when the old tables of a `Set` keep orders alive that were deleted from
    // it. The median, because the old space may be collected during a round.
    expect(median(perOrder)).toBeLessThan(2 * KIB);
    await seller.stop();
    await market.stop();
  });
});

describe('a command', () => {
  it('prints its version without loading anything else', () => {
    expect(loadedModules([MKT, '--version']).files).toHaveLength(1);
  });

  it('loads little to print its help', () => {
    const { files, bytes } = loadedModules([MKT, '--help']);
    expect(files.length).toBeLessThan(8);
    expect(bytes).toBeLessThan(32 * KIB);
  });

  it('loads only what it needs to check a contract', () => {
    const { files, bytes } = loadedModules([MKT, 'validate', contractFile(temporaryFolder())]);
    expect(files.length).toBeLessThan(90);
    // A fifth of them are the validators of the protocol's values: each new route brings some.
    expect(bytes).toBeLessThan(1_700 * KIB);
  });

  it('serves an embedded database without loading the driver of Postgres', () => {
    const { files } = loadedModules([MARKETPLACE, 'serve', '--help']);
    // The rest of the server was loaded: this is not an empty list.
    expect(files.filter((file) => file.includes('/node_modules/better-sqlite3/'))).not.toEqual([]);
    expect(files.filter((file) => /\/node_modules\/(?:pg|pg-boss)\//.test(file))).toEqual([]);
  });
});
