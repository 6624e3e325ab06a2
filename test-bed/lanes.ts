import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * What only `npm run test:long` runs, with the reason. Every other test is in the short lane, `npm test`:
 * what a person runs before a commit, in which every promise of the product is proven at least once.
 */
export const LONG: Readonly<Record<string, string>> = {
  '**/*.long.test.ts': 'waits in real time; the short tests are beside it',
  'e2e/{cluster,hostile,published,runtimes,torture}/**':
    'many processes, attacks, packages from a registry, other runtimes',
  'e2e/templates/{cloudflare-worker,express-js,fastify,hono,openapi,proxy,python,python-server}.test.ts':
    'express-ts stands for all templates in the short lane',
  'packages/marketplace/test/{faults/{disk-full,every-statement},webhooks/webhook-crashes,commands/restore-killed,transfer/import-killed}.test.ts':
    'a full disk, a fault at every statement, servers and commands that are killed',
  'e2e/acceptance/{calls-at-once,limits,operator,restart,review,slow-schemas,webhooks}.test.ts':
    'what tests of the features in packages/marketplace prove, on the wire',
  'e2e/acceptance/{cli-server,dev-mode}.test.ts':
    'commands of the built server; e2e/start and the tests of commands are in the short lane',
  'e2e/python-client.test.ts': 'every step of docs/buy/python.md',
  'bench/counts.test.ts': 'statements, commits and memory of an activation',
  'examples/recipes/test/{recipes,several-processes}.test.ts':
    'recipes that are run, also where processes are killed',
  'packages/marketplace/test/{orders/order,database/sqlite/read-cache}-histories.test.ts':
    'random histories of orders, and of what the cache of lookups keeps',
  'packages/marketplace/test/{commands/postgres,database/postgres/{failover,hanging,hosts,unavailable}}.test.ts':
    'databases that go away or cannot be used',
  'packages/marketplace/test/database/postgres/plans.test.ts':
    'the plans of statements, on every version of Postgres',
  'packages/marketplace/test/database/long-lists.test.ts': 'lists of very many orders',
  'packages/marketplace/test/catalogue/{many-matches,pages,search/judged}.test.ts':
    'every order and filter of the catalogue, page by page; a hundred questions to the search',
  'packages/marketplace/test/schemas/generators.test.ts': 'the schemas of eleven generators',
  'packages/marketplace/test/{commands/serve-terminal,transfer/passphrase-prompt,mcp/conformance}.test.ts':
    'logs and a prompt in a terminal; the conformance suite of MCP',
  'packages/protocol/test/openapi-lint.test.ts': 'the linters of others on the OpenAPI document',
  'examples/contract-test/test/{buyer,runners}.test.ts':
    'contract tests of a buyer; jest and node:test',
  'packages/marketplace/test/reference/every-operation.test.ts':
    'every example of the API reference, sent',
  'packages/marketplace/test/testing/seed.test.ts': 'marketplace serve --seed, as a process',
  'packages/cli/test/{assess-random-updates,types-of-schemas}.test.ts':
    'random changes of contracts; the types of every kind of schema, compiled',
  'packages/seller-kit/test/{agreement,early-refusals,hostile-bodies}.test.ts':
    'every request to the kit and to its documented protocol, on every framework; floods',
  'packages/cli/test/broken-sellers/*.test.ts': 'two hundred replies of broken services',
  'packages/dashboard/test/browser/{every-page,expired-session,hostile-schema,hostile-text,live,lost-connection}.test.ts':
    'each page in each state, at each width and with Tab; several tabs',
};

type Lane = 'short' | 'long';

/** The lane to run; undefined for both. */
const LANE = (process.env['MKT_TEST_LANE'] || undefined) as Lane | undefined;

/** For what is the same test in both lanes, on another engine: see `ENGINES` and `MARKETS`. */
export const isInLane = (lane: Lane): boolean => LANE === undefined || LANE === lane;

/** Storage whose statements wait for each other, or share a batch: what few connections may change. */
const SHARES_CONNECTIONS =
  'packages/marketplace/test/{database,faults,keys,orders,server,transfer,webhooks}/**';

/** Whether a test file runs on other engines in each lane. */
export function hasEngines(path: string): boolean {
  const [, engines] =
    /^import \{[^}]*\b(ENGINES|MARKETS)\b[^}]*\}/m.exec(readFileSync(join(ROOT, path), 'utf8')) ??
    [];
  return engines === 'MARKETS' || (engines === 'ENGINES' && matchesGlob(path, SHARES_CONNECTIONS));
}

/** Whether a test file says of each test which lane runs it (`by-lane.ts`). */
export const isByLane = (path: string): boolean =>
  readFileSync(join(ROOT, path), 'utf8').includes("/test-bed/by-lane.ts';");

/**
 * The lanes of a test file. In both are tests of the database and of use cases, which the short lane runs
 * on some engines and the long lane on the others, and files of which each lane runs a part.
 */
export function lanesOf(path: string): Lane[] {
  if (Object.keys(LONG).some((glob) => matchesGlob(path, glob))) return ['long'];
  return hasEngines(path) || isByLane(path) ? ['short', 'long'] : ['short'];
}

/**
 * Only the long lane repeats tests on older versions of Postgres, unless a server is given: a path
 * without a lane finds each test once.
 */
export const runsOlderPostgres =
  LANE === 'long' && process.env['MKT_TEST_DATABASE_URL'] === undefined;

/** The test files that the globs name, whichever lane they are in. */
export const allFiles = (include: string | string[], exclude: string[] = []): string[] =>
  globSync(include, { cwd: ROOT, exclude: [...exclude, '**/node_modules/**'] });

/** The test files that the globs name, as far as they are in the lane to run. */
export const testFiles = (include: string | string[], exclude: string[] = []): string[] =>
  allFiles(include, exclude).filter((path) => LANE === undefined || lanesOf(path).includes(LANE));
