import { setMaxListeners } from 'node:events';
import type { KeyScope } from '@mkt/protocol';
import { createAccount } from '../accounts/account.ts';
import { createSignInLimits } from '../accounts/sign-in-limits.ts';
import { createSealing } from '../database/sealing.ts';
import { createEventStreams } from '../events/http.ts';
import type { ConnectionLimit } from '../http/connections.ts';
import { listen, type Listening } from '../http/listen.ts';
import { createMetrics } from '../http/metrics.ts';
import { createCallerAddress, createPeerAddress } from '../http/origins.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import { authenticate } from '../keys/key.ts';
import { BODY_LIMITS, DRAIN_MS, READINESS_NOTICE_MS } from '../market/limits.ts';
import { createOutcomes } from '../market/outcomes.ts';
import { type Clock, pause } from '../market/outside.ts';
import { createCallSlots } from '../orders/runner.ts';
import { createDebts, createEventCounts, createShare, once } from '../structures/counters.ts';
import { type Background, createBackgroundWork, openLocalBackground } from './chores.ts';
import type { ClusterBackgroundOptions } from './cluster-chores.ts';
import type { Config } from './config.ts';
import { createStore, openApp } from './context.ts';
import { createClockWatch, createDatabaseClock } from './database-clock.ts';
import { keepDevAddress, openDataFolder } from './data-folder.ts';
import { ensureDevAccount } from './dev-account.ts';
import { createHandlers } from './handlers.ts';
import { encryptionKeys, installationKey } from './keys.ts';
import { createListener } from './listener.ts';
import { createLog } from './log.ts';
import type { Marketplace, OpenOptions, TestedMarketplace, TestedOptions } from './marketplace.ts';
import { createIdentity, systemClock } from './outside.ts';
import type { PostgresServer } from './postgres-storage.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { listingRevocations } from './revocations.ts';
import { openSellers } from './sellers.ts';
import { openSignIn } from './sign-in.ts';
import { openSqliteStorage } from './sqlite-storage.ts';
import type { Storage } from './storage.ts';
import { openTracing } from './tracing.ts';
import { VERSION } from './version.ts';

/** Opens the database that the configuration names, for a server; in memory if `memory` is set. */
async function openStorage(
  config: Config,
  options: PostgresServer & { clock: Clock; memory: boolean; manual: boolean },
): Promise<Storage> {
  const { clock, memory, manual, onDiskFull, ...server } = options;
  if (config.database) {
    // In dev mode the data folder still holds the keys.
    if (config.dev && !memory) openDataFolder(config.dataDir);
    // Loaded lazily: the Postgres drivers take 60 ms to load, which a server on SQLite saves.
    const { openPostgresStorage } = await import('./postgres-storage.ts');
    return openPostgresStorage(config.database, {
      clock: manual ? clock : undefined,
      server: { ...server, onDiskFull },
    });
  }
  const folder = memory ? {} : { folder: config.dataDir, log: server.log, exclusive: true };
  return openSqliteStorage({ ...folder, clock, onDiskFull, ending: server.ending });
}

const LAST_RESPONSES_MS = 1_000;

/**
 * Waits for calls and requests to end. Calls that take too long are aborted and settled as
 * interrupted, early enough for their callers to read the response.
 */
async function drain(
  listening: Listening,
  drainCalls: () => Promise<void>,
  ending: AbortController,
): Promise<void> {
  const late = setTimeout(() => ending.abort(), DRAIN_MS);
  const cut = setTimeout(() => listening.destroy(), DRAIN_MS + LAST_RESPONSES_MS);
  const closed = listening.close();
  await drainCalls();
  await closed;
  clearTimeout(late);
  clearTimeout(cut);
  ending.abort();
  listening.destroy();
}

/** The burst that a seller may send, in seconds of its rate: 64 responses of 1 MiB. */
const RESULT_BURST_SECONDS = 4;

const EVERY_SCOPE: readonly KeyScope[] = ['*'];

type WithDefaults = TestedOptions & Required<Pick<OpenOptions, 'clock' | 'log'>>;

function addressOf({ publicUrl, host }: Config, port: number): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Opens a complete marketplace. */
export const openMarketplace = (options: OpenOptions): Promise<Marketplace> =>
  openTestedMarketplace(options);

/** The only place that imports from every folder. */
export async function openTestedMarketplace(options: TestedOptions): Promise<TestedMarketplace> {
  const { config, log = createLog(config.logLevel) } = options;
  const { clock = config.database ? createDatabaseClock() : systemClock } = options;
  const memory = options.memory === true;
  const manual = options.manual === true;
  const readiness = createReadiness({ clock, log });
  const cutOff = new AbortController();
  // As many as there are connections.
  setMaxListeners(0, cutOff.signal);
  const storage = await openStorage(config, {
    clock,
    log,
    memory,
    manual,
    onDiskFull: readiness.noteDiskFull,
    ending: options.ending,
    cutOff: cutOff.signal,
  });
  const closers: (() => unknown)[] = [() => storage.close()];
  const closeAll = async () => {
    const errors: unknown[] = [];
    for (const close of closers.toReversed()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    // Without its database, not everything can be closed properly.
    if (errors.length > 0 && !cutOff.signal.aborted) throw errors[0];
  };
  try {
    const opened = { storage, readiness, cutOff, closers, closeAll };
    return await openWithStorage({ ...options, clock, log }, opened);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Loaded lazily, for the same reason as in `openStorage`. */
async function openCluster(options: ClusterBackgroundOptions): Promise<Background> {
  const { openClusterBackground } = await import('./cluster-chores.ts');
  return openClusterBackground(options);
}

interface Opened {
  storage: Storage;
  readiness: Readiness;
  cutOff: AbortController;
  closers: (() => unknown)[];
  closeAll(): Promise<void>;
}

async function openWithStorage(
  { config, clock, log, memory = false, manual = false, ...options }: WithDefaults,
  { storage, readiness, cutOff, closers, closeAll }: Opened,
): Promise<TestedMarketplace> {
  if (storage.promoted)
    log.warn(storage.promoted, 'the database was promoted; continuing, because nothing was lost');
  const sealing = createSealing(encryptionKeys(config, memory));
  const stored = createStore({ engine: storage.engine, sealing });
  const hasFolder = !memory && config.database === null;
  const store = hasFolder
    ? listingRevocations(stored, config.dataDir, (err) =>
        log.error(
          { err },
          'a revocation could not be added to the list; restoring an older backup would undo it',
        ),
      )
    : stored;
  const clockWatch = createClockWatch({
    store: {
      now: store.now,
      async restartWaits() {
        await store.restartWaits();
        await storage.postgres?.forgetRates();
      },
    },
    clock,
    log,
  });
  await clockWatch.check();
  const identity = createIdentity(await installationKey(store), clock);

  await store.accounts.saveDevMode(config.dev);

  const ending = new AbortController();
  const { resolve, schemas, onRefusal } = options;
  const perSecond = 1024 * config.rates.resultKibPerSecond;
  const results = createDebts({
    perSecond,
    burst: RESULT_BURST_SECONDS * perSecond,
    clock,
    onPaid: () => app.runner.dispatch(),
  });
  closers.push(() => results.close());
  const sellers = openSellers({
    config,
    clock,
    log,
    resolve,
    schemas,
    ending: ending.signal,
    onResult: results.add,
    onRecovered: () => app.runner.dispatch(),
  });
  closers.push(() => sellers.close());

  const slots = createCallSlots(
    { ...config.calls, ...config.shares },
    { results, isCutOff: sellers.network.isCutOff },
  );
  const outcomes = createOutcomes();
  const tracing = openTracing(config.database ? 'postgresql' : 'sqlite');
  // At the very end, so that nothing else waits for the receiver of spans.
  closers.unshift(async () => {
    if (tracing && !(await tracing.flush(cutOff.signal)))
      log.warn({}, 'the last spans could not be sent');
  });
  const common = {
    clock,
    log,
    manual,
    reviewsPerAccount: config.shares.reviews,
    work: () => work,
  };
  const { database, role } = config;
  const background = database
    ? await openCluster({
        ...common,
        database,
        role,
        store,
        admit: storage.postgres?.admit,
        cutOff: cutOff.signal,
      })
    : openLocalBackground(common);
  const { jobs, events, feed } = background;
  storage.watchForeignCommits?.(() => feed.resync());
  closers.push(() => background.close());
  let url = '';
  const app = openApp({
    ...sellers,
    store,
    identity,
    contractBytes: config.sizes.contractBytes,
    baseUrl: () => url,
    jobs,
    events,
    feed,
    slots,
    outcomes,
    tracing,
    clock,
    log,
    shares: config.shares,
    orderRetentionDays: config.orderRetentionDays,
    exclusive: storage.exclusive,
    retriesCalls: options.retriesCalls !== false,
    ending: ending.signal,
  });
  const work = createBackgroundWork(app, clockWatch);

  const devAccount = config.dev
    ? await ensureDevAccount(
        { store, identity },
        memory ? null : config.dataDir,
        options.devAccount,
      )
    : undefined;

  const sharedLimits = config.rateLimitStore === 'postgres' ? storage.postgres : undefined;
  const longPolls = createShare(config.shares.longPolls);
  const streams = createEventStreams({
    feed,
    clock,
    longPolls,
    maxStreams: config.eventStreams,
    name: identity.id(),
    activeActors: store.accounts.activeActors,
    onError: (err) =>
      log.error({ err }, 'could not check which event streams may continue; next check in 20 s'),
  });
  const refusedConnections = createEventCounts<ConnectionLimit>(['process', 'address']);
  const metrics = createMetrics({
    runningCalls: slots.running,
    waitingOrders: slots.waiting,
    distribution: slots.distribution,
    eventStreams: streams.count,
    isNetworkDown: sellers.network.isDown,
    outcomes,
    database: storage.timings,
    async backlog() {
      const [oldestWaitingMs, statistics, webhooks, webhookOverdueMs] = await Promise.all([
        store.orders.oldestWaitingMs(),
        store.stats.lagMs(),
        store.webhooks.lagMs(),
        store.webhooks.overdueMs(),
      ]);
      return { oldestWaitingMs, followerLagMs: { statistics, webhooks }, webhookOverdueMs };
    },
    refusedConnections,
    notReady: () => readiness.notReady(storage),
    integrity: () => storage.integrity?.state(),
  });
  const warnOfProxy = (peer: string) =>
    log.warn(
      { peer },
      'a proxy is not trusted: everyone behind it shares one rate limit; add it to MKT_TRUSTED_PROXIES',
    );
  const warnOfRefused = {
    process: once(() =>
      log.error(
        {},
        'connections are refused: the process has reached its limit; further ones are only counted, in mkt_connections_refused_total',
      ),
    ),
    address: once(() =>
      log.warn(
        {},
        'connections are refused: an address has reached its limit (MKT_SHARE_CONNECTIONS); further ones are only counted, in mkt_connections_refused_total',
      ),
    ),
  };
  const callerAddress = createCallerAddress(
    config.trustedProxies,
    config.dev ? undefined : warnOfProxy,
  );
  const rates = createRateLimits(config.rates, sharedLimits?.makeLimiter);
  const signIn = await openSignIn({
    config,
    storage,
    store,
    identity,
    clock,
    log,
    feed,
    events,
    devApiKey: devAccount?.apiKey,
    url: () => url,
  });
  const listener = createListener({
    mcpRequests: createShare(config.shares.mcpRequests),
    handlers: createHandlers(
      app,
      {
        version: VERSION,
        mode: config.dev ? 'dev' : 'production',
        sessionCookie: signIn.sessionCookie,
      },
      { longPolls, streams },
    ),
    app,
    route: {
      received: metrics.received,
      authenticate: (key) => authenticate(app, key),
      authenticateSession: signIn.authenticateSession,
      sessionCookie: signIn.sessionCookie,
      ownOrigins: signIn.ownOrigins,
      rates,
      callerAddress,
      limits: config.sizes,
      json: sellers.json,
    },
    auth: {
      ...signIn,
      rates,
      attempts: createSignInLimits(config.rates, sharedLimits?.makeLimiter),
      callerAddress,
      limits: {
        ...config.sizes,
        bodyBytes: Math.min(BODY_LIMITS.authBytes, config.sizes.bodyBytes),
      },
      json: sellers.json,
    },
    operations: {
      notReady: () => readiness.notReady(storage),
      metrics,
      metricsToken: config.metricsToken,
      dev: config.dev,
      ownOrigins: signIn.ownOrigins,
    },
    dashboard: {
      dev: config.dev,
      signUp: config.signUp,
      operator: config.operator,
      sessionCookie: signIn.sessionCookie,
    },
    metrics,
    identity,
    log,
    onRefusal,
    version: VERSION,
    baseUrl: () => url,
    api: config.role !== 'worker',
  });

  // Settles what another process left behind before anything is served.
  await work.sweep();
  // No other process uses the database, so the process that claimed deliveries is gone.
  if (app.exclusive) await app.store.webhooks.giveAllBack();
  await background.start();
  const listening = await listen(listener, {
    host: config.host,
    port: config.port,
    requestId: identity.id,
    peerAddress: createPeerAddress(config.trustedProxies),
    connectionsPerAddress: config.shares.connections,
    onRefused(limit) {
      refusedConnections.add(limit);
      warnOfRefused[limit]();
    },
  });
  url = addressOf(config, listening.port);
  if (config.dev && !memory) keepDevAddress(config.dataDir, url);
  // For the links that the operator's commands print; a worker serves no pages.
  if (config.role !== 'worker') await store.accounts.saveAddress(url);
  const createDashboardUrl = () =>
    `${url}/${signIn.dev ? `#sign-in=${signIn.dev.createToken()}` : ''}`;
  sellers.schemas.warm();
  storage.integrity?.check(log).then(
    (damaged) => damaged && options.onDamaged?.(damaged),
    (err: unknown) => log.error({ err }, 'the database could not be checked'),
  );

  async function close(): Promise<void> {
    readiness.stop();
    streams.end();
    // A test that moves the clock does not move it during `close`, so it would wait the full time.
    if (!config.dev && !manual) await pause(clock, READINESS_NOTICE_MS);
    // A database that is gone must not delay the end any further.
    const late = setTimeout(() => cutOff.abort(), DRAIN_MS + LAST_RESPONSES_MS);
    await background.stop();
    await drain(listening, app.runner.drain, ending);
    await closeAll();
    clearTimeout(late);
  }

  const { tick, reviewsIdle } = background;
  return {
    url,
    port: listening.port,
    devApiKey: devAccount?.apiKey,
    devAccount,
    dashboardUrl: createDashboardUrl(),
    createDashboardUrl,
    async createAccount({ email = `${identity.id()}@localhost`, scopes = EVERY_SCOPE } = {}) {
      const account = { email, scopes, keyName: 'createAccount' };
      const { key, apiKey } = await createAccount(app, account);
      return { id: apiKey.accountId, apiKey: key };
    },
    tick,
    reviewsIdle,
    calls: app.runner.live,
    callsStarted: app.runner.started,
    abortCalls: () => ending.abort(),
    close,
  };
}
