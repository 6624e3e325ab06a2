import { randomBytes } from 'node:crypto';
import { parseJson } from '@mkt/protocol';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { v7 } from 'uuid';
import { checkSchemas } from '../../src/server/review-checks.ts';
import type { Identity } from '../../src/market/outside.ts';
import type { SchemaValidation } from '../../src/schemas/validation.ts';
import { createStore, type Store } from '../../src/server/context.ts';
import { createIdentity } from '../../src/server/outside.ts';
import type { Engine } from '../../src/database/engine.ts';
import { prepared } from '../../src/database/operation.ts';
import { createSealing } from '../../src/database/sealing.ts';
import { InvariantBroken } from './invariant.ts';
import type { Busy } from './gate.ts';
import type { World } from './process.ts';
import type { Row } from './row-rules.ts';
import { createWorldClock, type WorldClock } from './world-clock.ts';

/** Opens an empty, migrated database that uses the clock of the history. */
export type OpenDatabase = (
  clock: Pick<WorldClock, 'now'>,
) => Promise<{ engine: Engine; close(): unknown }>;

export interface ModelListing {
  id: string;
  sellerId: string;
  /** Whether it has input and output schemas. */
  hasSchema: boolean;
}

/** Everything of a history except its processes. */
export interface OpenedWorld extends Omit<World, 'exclusive' | 'onCall' | 'onJob' | 'onError'> {
  /** A store that belongs to no process. */
  store: Store;
  buyers: string[];
  sellers: string[];
  rows(): Promise<Row[]>;
  row(id: string): Promise<Row | undefined>;
  publish(about: Omit<ModelListing, 'id'>): Promise<ModelListing>;
  close(): Promise<void>;
}

const allOrders = prepared((db) => db.selectFrom('orders').selectAll().orderBy('id'));
const orderById = prepared((db, { id }: { id: string }) =>
  db.selectFrom('orders').selectAll().where('id', '=', id),
);
const SCHEMA = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } };
const OUTPUT_SCHEMA = { type: 'object' };

/**
 * Loads the schemas before a history begins. They are read in another process, which takes real time,
 * not the history's.
 */
export async function loadSchemas(schemas: SchemaValidation): Promise<void> {
  const document = parseJson(new TextEncoder().encode('{}'));
  if (!document.ok) throw new Error(document.message);
  const { validate } = checkSchemas(schemas, 'warm-up');
  for (const schema of [SCHEMA, OUTPUT_SCHEMA]) await validate(schema, document);
}

const INSTALLATION_KEY = new Uint8Array(32);
const SEALING = createSealing([new Uint8Array(32)]);

/** Ids with the history's time, identical whenever it is replayed. */
function identityAt(clock: Pick<WorldClock, 'now'>): Identity {
  let count = 0;
  const random = new Uint8Array(16);
  return {
    ...createIdentity(INSTALLATION_KEY),
    id: () => v7({ msecs: clock.now(), seq: (count += 1), random }),
  };
}

/** Work in another process takes real time: a step is over when that has ended too. */
function countedIn(busy: Busy, schemas: SchemaValidation): SchemaValidation {
  async function counted<Result>(work: Promise<Result>): Promise<Result> {
    busy.statements += 1;
    try {
      return await work;
    } finally {
      busy.statements -= 1;
    }
  }
  return {
    inspect: (...args) => counted(schemas.inspect(...args)),
    validate: (...args) => counted(schemas.validate(...args)),
    reviewContent: (...args) => counted(schemas.reviewContent(...args)),
    reviewProfile: (...args) => counted(schemas.reviewProfile(...args)),
    compare: (...args) => counted(schemas.compare(...args)),
  };
}

export async function openWorld(
  open: OpenDatabase,
  schemas: SchemaValidation,
): Promise<OpenedWorld> {
  const clock = createWorldClock();
  const { engine, close } = await open(clock);
  const identity = identityAt(clock);
  const busy: Busy = { statements: 0 };
  const store = createStore({ engine, sealing: SEALING });

  async function account(name: string): Promise<string> {
    const email = `${name}@example.com`;
    return (
      await store.accounts.ensure({
        ids: { account: identity.id(), user: identity.id() },
        email,
        name,
      })
    ).accountId;
  }

  return {
    engine,
    sealing: SEALING,
    identity,
    schemas: countedIn(busy, schemas),
    clock,
    busy,
    store,
    buyers: [identity.id(), identity.id(), identity.id()],
    sellers: [await account('seller-a'), await account('seller-b')],
    rows: () => engine.read(allOrders, {}),
    row: async (id) => (await engine.read(orderById, { id }))[0],
    async publish({ sellerId, hasSchema }) {
      const actor = { kind: 'operator' } as const;
      const inserted = await store.listings.insert({
        id: identity.id(),
        maxListings: Number.MAX_SAFE_INTEGER,
        accountId: sellerId,
        slug: { base: 'echo' },
        status: 'draft',
        actor,
        content: {
          title: 'Echo',
          description: null,
          category: null,
          tags: null,
          price: { amountMicros: 20_000, currency: 'USD', unit: 'call' },
          runContract: {
            method: 'POST',
            endpointPath: 'https://seller.example.com/run',
            ...(hasSchema ? { inputSchema: SCHEMA, outputSchema: OUTPUT_SCHEMA } : {}),
          },
        },
      });
      if (typeof inserted === 'string') throw new InvariantBroken('a listing can be created');
      const { id, version } = inserted;
      const firstSecret = formatSigningSecret(randomBytes(32));
      const change = { id, version, actor, status: 'published', firstSecret } as const;
      if ((await store.listings.change(change)) === 'conflict') {
        throw new InvariantBroken('a new listing can be published');
      }
      return { id, sellerId, hasSchema };
    },
    close: async () => void (await close()),
  };
}
