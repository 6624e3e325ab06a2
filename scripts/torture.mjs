// `npm run torture -- NAME [--seed N] …`: runs one of the long checks of e2e/torture/README.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, ROOT, run } from './install.mjs';

const SYSTEM = join('e2e', 'torture');
const ROOMS = join('packages', 'marketplace', 'torture');

/** The options of the programs in `e2e`; all have a value. */
const OPTIONS = ['seed', 'cycles', 'requests', 'orders', 'minutes', 'database', 'processes'];
/** The options of the others; those that end in `?` have no value. */
const ROOM_OPTIONS = {
  model: ['seed', 'seeds', 'steps', 'path', 'postgres?'],
  faults: ['every', 'postgres?'],
  lists: ['on', 'listings', 'pages', 'searches', 'seed'],
  schemas: ['seed', 'seconds'],
};

const USAGE = `npm run torture -- NAME [--seed N] [--cycles N] [--requests N] [--minutes N]
                        [--database postgres://…] [--processes N]

  kill9       kills a server under load, again and again: --cycles (500)
  clock       sets the clock of a server under load forward and back, and suspends it: --cycles (10)
  shutdown    stops a server under load with SIGTERM, again and again: --cycles (100)
  outages     takes the disk away, or the network to Postgres, again and again: --cycles (50)
  failover    kills the primary of a Postgres of its own, whose standby lags: --cycles (100)
  restore     puts copies of the database back, on SQLite and on a Postgres of its own: --cycles
              on each (50)
  deadlines   late and trickling sellers, and a thousand slow calls at once: --cycles (1)
  dns-away    takes the name server away from a server that sells: --cycles (30)
  fuzz        requests that are invalid in every way: --requests (1,000,000)
  soak        100 orders a second: --minutes (20)
  attack      endless chunks, and one account that takes all it can get: --requests at once (44),
              --cycles (3), --minutes of the account (0.5)
  neighbours  one key and one seller at the rate limits, with every route and every shape of JSON:
              --cycles, the number of pairs (all), --minutes of the whole check
  leftovers   ends mkt dev by every signal and by closing its terminal: --cycles of each (50)
  upgrade     a migration of many orders while others are placed, with kills: --orders (1,000,000)
  model       random histories of orders against the rules: --seeds, how many (10,000), --steps of
              each (200), --path to repeat one, --postgres
  faults      a fault at every statement of the database: --every, how many it steps on (1),
              --postgres
  lists       every combination of filters and sort orders of the catalogue: --listings (100,000),
              --on sqlite or postgres (sqlite), --pages of each (2), --searches, how many (all)
  schemas     searches for the schema and the input that hold the main thread longest: --seconds (120)

What each checks, and what it found: e2e/torture/README.md
`;

function refuse(reason) {
  process.stderr.write(`✖ ${reason}\n\n${USAGE}`);
  process.exit(1);
}

function refuseUnknown(options, args) {
  const known = options.map((option) =>
    option.endsWith('?')
      ? [option.slice(0, -1), { type: 'boolean' }]
      : [option, { type: 'string' }],
  );
  try {
    parseArgs({ args, options: Object.fromEntries(known) });
  } catch (error) {
    refuse(error.message);
  }
}

const [name, ...args] = process.argv.slice(2);
if (name === '--help') {
  process.stdout.write(USAGE);
  process.exit(0);
}
const names = [...USAGE.matchAll(/^ {2}([a-z0-9-]+) {2}/gm)].map(([, known]) => known);
if (!names.includes(name)) refuse(`NAME must be one of ${names.join(', ')}.`);
const isRoom = name in ROOM_OPTIONS;
refuseUnknown(isRoom ? ROOM_OPTIONS[name] : OPTIONS, args);
await install();
if (!isRoom && !process.env.MKT_ACCEPTANCE_COMMAND) {
  const built = await run('node', ['scripts/build.mjs', '--if-stale']);
  if (built !== 0) process.exit(built);
}
process.exit(
  await run('node', [
    '--conditions=mkt-source',
    join(ROOT, isRoom ? ROOMS : SYSTEM, `${name}.ts`),
    ...args,
  ]),
);
