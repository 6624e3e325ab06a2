import { randomBytes } from 'node:crypto';
import { parseJson } from '@mkt/protocol';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { v7 } from 'uuid';
import { checkSchemas } from '../../src/composition/check-schemas.ts';
import type { Identity } from '../../src/domain/identity.ts';
import type { SchemaValidation } from '../../src/domain/schema-validation.ts';
import type { Store } from '../../src/domain/store.ts';
import { createIdentity } from '../../src/system/identity.ts';
import type { Engine } from '../../src/sql/engine.ts';
import { prepared } from '../../src/sql/operation.ts';
import { createSealing } from '../../src/sql/sealing.ts';
import { createStore } from '../../src/sql/store.ts';
import { InvariantBroken } from './broken.ts';
import type { Busy } from './gate.ts';
import type { World } from './process.ts';
import type { Row } from './row-rules.ts';
import { createWorldClock, type WorldClock } from './world-clock.ts';

/** A database of one history, empty and up to date, whose clock is the history's. */
export type OpenDatabase = (
  clock: Pick<WorldClock, 'now'>,
) => Promise<{ engine: Engine; close(): unknown }>;

export interface Shelf {
  id: string;
  sellerId: string;
  /** It has schemas for its input and its output. */
  hasSchema: boolean;
}

/** Everything about a history but its processes. */
export interface OpenedWorld extends Omit<World, 'alone' | 'onCall' | 'onJob' | 'onError'> {
  /** The store as nobody's process has it. */
  store: Store;
  buyers: string[];
  sellers: string[];
  rows(): Promise<Row[]>;
  row(id: string): Promise<Row | undefined>;
  publish(about: Omit<Shelf, 'id'>): Promise<Shelf>;
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
export async function meetSchemas(schemas: SchemaValidation): Promise<void> {
  const document = parseJson(new TextEncoder().encode('{}'));
  if (!document.ok) throw new Error(document.message);
  const { validate } = checkSchemas(schemas, 'nobody');
  for (const schema of [SCHEMA, OUTPUT_SCHEMA]) await validate(schema, document);
}

const INSTALLATION_KEY = new Uint8Array(32);
const SEALING = createSealing([new Uint8Array(32)]);

/** Ids of the history's own time, and the same ones whenever it is played again. */
function identityAt(clock: Pick<WorldClock, 'now'>): Identity {
  let count = 0;
  const random = new Uint8Array(16);
  return {
    ...createIdentity(INSTALLATION_KEY),
    id: () => v7({ msecs: clock.now(), seq: (count += 1), random }),
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
    schemas,
    clock,
    busy,
    store,
    buyers: [identity.id(), identity.id(), identity.id()],
    sellers: [await account('seller-a'), await account('seller-b')],
    rows: () => engine.read(allOrders, {}),
    row: async (id) => (await engine.read(orderById, { id }))[0],
    async publish({ sellerId, hasSchema }) {
      const inserted = await store.listings.insert({
        id: identity.id(),
        maxListings: Number.MAX_SAFE_INTEGER,
        accountId: sellerId,
        slug: { base: 'echo' },
        status: 'draft',
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
      const change = { id, version, status: 'published', firstSecret } as const;
      if ((await store.listings.change(change)) === 'conflict') {
        throw new InvariantBroken('a listing that nobody else knows is published');
      }
      return { id, sellerId, hasSchema };
    },
    close: async () => void (await close()),
  };
}
