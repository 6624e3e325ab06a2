import { createClient, type Client, type ClientOptions } from '@mkt/client';
import type { AccountOptions, CreatedAccount, TestedMarketplace } from '../server/marketplace.ts';
import type { MovableClock } from '../server/outside.ts';
import type { Behaviour } from '../test-sellers/scripted-service.ts';
import { publishService, type Publishable, type PublishedService } from './publish-service.ts';
import {
  openScriptedSeller,
  type ScriptedSeller,
  type ScriptedSellerOptions,
} from './scripted-seller.ts';
import { advanceTime, millisecondsOf, type ScriptedOrders, type TestDuration } from './time.ts';

/** How long orders in flight may take to settle while the marketplace closes. */
const CLOSING_MS = 1_000;

export interface TestAccount extends CreatedAccount {
  /** A client with the key of this account. */
  client(options?: Omit<ClientOptions, 'baseUrl' | 'apiKey'>): Client;
}

export interface PublishServiceOptions {
  /** The slug of the listing, by default made from its title. */
  slug?: string | undefined;
  /** The seller; by default the first account. */
  account?: Pick<TestAccount, 'client'> | undefined;
}

/** The time of a test marketplace. */
export interface TestMarketClock extends MovableClock {
  /**
   * Moves the time. When it resolves, everything that this made due has happened: chores have run,
   * probes were sent, deadlines have passed and their orders are settled. `'5m'`, `'2d'` or
   * milliseconds.
   */
  advance(duration: TestDuration): Promise<void>;
}

export interface TestMarketplace extends AsyncDisposable {
  /** Base address, without a trailing slash. */
  url: string;
  port: number;
  /** A key of the first account, with every scope; `undefined` without dev mode. */
  apiKey: string | undefined;
  /**
   * The address to open in a browser; its fragment holds a token for signing in
   * (docs/operate/accounts.md#dev-mode).
   */
  dashboardUrl: string;
  /** A client with the key of the first account. */
  client(options?: Omit<ClientOptions, 'baseUrl' | 'apiKey'>): Client;
  /**
   * Creates another account with an API key, so that one can sell what the other buys. Rejects if the
   * email address is invalid or a scope is unknown.
   */
  createAccount(options?: AccountOptions): Promise<TestAccount>;
  /**
   * Puts a service up for sale, and resolves when its review has published it (docs/test/testing.md). A
   * service with `fetch` is served on a free port until the marketplace closes. Rejects with what is
   * wrong with its contract, or with what the review found.
   */
  publish(service: Publishable, options?: PublishServiceOptions): Promise<PublishedService>;
  /**
   * Puts a seller up for sale that behaves as a test says: by default it responds to every call
   * (docs/test/testing.md#behaviours).
   */
  scriptedSeller(
    behaviour?: Behaviour,
    options?: ScriptedSellerOptions & Pick<PublishServiceOptions, 'account'>,
  ): Promise<ScriptedSeller>;
  clock: TestMarketClock;
  /** Resolves when no review is queued or running. */
  reviewsIdle(): Promise<void>;
  /**
   * Removes everything but the first account and its key, and stops the sellers that this opened;
   * the address stays the same, the time is that of the machine again. For one marketplace in many
   * tests. Only in memory.
   */
  reset(): Promise<void>;
  /** Settles the orders in flight and closes everything; may be called again. */
  close(): Promise<void>;
}

export interface Opening {
  clock: MovableClock;
  open(clock: MovableClock, earlier?: TestedMarketplace): Promise<TestedMarketplace>;
  /** `undefined` where the data outlives the marketplace. */
  clockAfterReset: (() => MovableClock) | undefined;
  /** Closes what outlives a reset. */
  closeShared(): Promise<void>;
}

async function closeSoon(market: TestedMarketplace): Promise<void> {
  const late = setTimeout(() => market.abortCalls(), CLOSING_MS);
  try {
    await market.close();
  } finally {
    clearTimeout(late);
  }
}

/** The marketplace of a test. */
export async function openTestMarketplace(opening: Opening): Promise<TestMarketplace> {
  let { clock } = opening;
  let market = await opening.open(clock);
  let sellers = new Set<PublishedService>();
  const scripted: ScriptedOrders = { held: new Set(), responded: new Set() };
  const { url, port, devApiKey: apiKey } = market;

  const clientWith =
    (key: string | undefined): TestAccount['client'] =>
    (options) => {
      if (key === undefined) {
        throw new TypeError(
          'Without dev mode there is no first account: create one with createAccount().',
        );
      }
      return createClient({ ...options, baseUrl: url, apiKey: key });
    };
  const client = clientWith(apiKey);

  const selling = ({ account, slug }: PublishServiceOptions = {}) => ({
    client: (account?.client ?? client)(),
    slug,
    reviewed: () => market.reviewsIdle(),
  });

  function opened<Seller extends PublishedService>(seller: Seller): Seller {
    sellers.add(seller);
    return seller;
  }

  async function stopSellers(): Promise<void> {
    const open = [...sellers];
    sellers = new Set();
    scripted.held.clear();
    scripted.responded.clear();
    await Promise.all(open.map((seller) => seller.stop()));
  }

  async function reset(): Promise<void> {
    if (!opening.clockAfterReset) {
      throw new TypeError(
        'reset() is for a marketplace in memory: this one has a data folder or a database. Close it, and open another.',
      );
    }
    if (closing) throw new TypeError('The marketplace is closed.');
    await stopSellers();
    // Whatever is in flight goes with the rows.
    market.abortCalls();
    await market.close();
    clock = opening.clockAfterReset();
    market = await opening.open(clock, market);
  }

  let closing: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    await stopSellers();
    await closeSoon(market);
    await opening.closeShared();
  }
  const close = () => (closing ??= closeAll());

  return {
    url,
    port,
    apiKey,
    get dashboardUrl() {
      return market.createDashboardUrl();
    },
    client,
    async createAccount(options) {
      const account = await market.createAccount(options);
      return { ...account, client: clientWith(account.apiKey) };
    },
    publish: async (service, options) => opened(await publishService(service, selling(options))),
    scriptedSeller: async (behaviour = 'ok', options = {}) =>
      opened(
        await openScriptedSeller(behaviour, options, {
          ...selling(options),
          clock,
          scripted,
        }),
      ),
    clock: {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      after: (ms, callback) => clock.after(ms, callback),
      move: (ms) => clock.move(ms),
      untilNextTimer: () => clock.untilNextTimer(),
      advance: async (duration) =>
        advanceTime({ market, clock, scripted }, millisecondsOf(duration, 'The time to advance')),
    },
    reviewsIdle: () => market.reviewsIdle(),
    reset,
    close,
    [Symbol.asyncDispose]: close,
  };
}
