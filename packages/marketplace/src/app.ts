import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { CheckEnvironment, UrlPolicy } from '@mkt/conformance';
import { ConfigError } from './config/config-error.ts';
import { parseEncryptionKeys, type Config } from './config/config.ts';
import { devEncryptionKey } from './config/data-folder.ts';
import { checkSchemas } from './check-schemas.ts';
import { ensureDevAccount } from './dev-account.ts';
import { createCallSlots } from './domain/call-slots.ts';
import { pause, type Clock } from './domain/clock.ts';
import type { Log } from './domain/log.ts';
import type { Store } from './domain/store.ts';
import { createTicker } from './flows/tick.ts';
import { createApp } from './http/create-app.ts';
import { createHandlers } from './http/handlers.ts';
import { listen, type Listening } from './http/listen.ts';
import { createMetrics } from './http/metrics.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { createIdentity } from './identity.ts';
import { createLocalJobs } from './jobs/local-jobs.ts';
import { createLocalOrderEvents } from './jobs/local-order-events.ts';
import { startSchedule } from './jobs/schedule.ts';
import type { Resolve } from './outbound/guarded-connector.ts';
import { createGuardedFetch } from './outbound/guarded-fetch.ts';
import { createHealthProber } from './outbound/health-prober.ts';
import { createSellerGateway } from './outbound/seller-gateway.ts';
import { createTransport } from './outbound/transport.ts';
import { createSchemaValidation } from './schemas/schema-validation.ts';
import { createSealing, NotOpened } from './sql/sealing.ts';
import { createStore } from './sql/store.ts';
import { openMemoryStorage, openServerStorage } from './storage.ts';
import { bindVerbs } from './verbs.ts';
import { VERSION } from './version.ts';

/** Preview, import and changes: the caller waits no longer than this in all (protocol reference, "Limits"). */
const CALLER_DEADLINE_MS = 15_000;
/** Balancers need a moment to see that a server is ending. */
const NOTICE_MS = 3_000;
const DRAIN_MS = 32_000;
const LAST_ANSWERS_MS = 1_000;
const ENCRYPTION_KEY_BYTES = 32;
const INSTALLATION_KEY_BYTES = 32;
/** Two at least, so that a slow schema leaves one to the others; a core each, up to as many as these. */
const MAX_SCHEMA_PROCESSES = 8;

export interface OpenOptions {
  config: Config;
  clock: Clock;
  log: Log;
  /** In memory: for tests. */
  memory?: boolean;
  /** Time is moved by the caller, who calls `tick`. */
  manual?: boolean;
  resolve?: Resolve;
}

export interface Marketplace {
  url: string;
  port: number;
  /** With `--dev` only. */
  devApiKey: string | undefined;
  tick(nowMs: number): Promise<void>;
  /** Resolves when no review is queued or running. */
  reviewsIdle(): Promise<void>;
  /** Answers what was accepted, settles what was called, and closes everything. */
  close(): Promise<void>;
}

function encryptionKeys({ encryptionKeys: given, dataDir }: Config, memory: boolean): Uint8Array[] {
  if (given.length > 0) return given;
  return memory
    ? [randomBytes(ENCRYPTION_KEY_BYTES)]
    : parseEncryptionKeys(devEncryptionKey(dataDir));
}

async function installationKey(store: Store): Promise<Uint8Array> {
  try {
    return await store.accounts.installationKey(randomBytes(INSTALLATION_KEY_BYTES));
  } catch (error) {
    if (!(error instanceof NotOpened)) throw error;
    throw new ConfigError(
      'MKT_ENCRYPTION_KEY does not open this database: give the key that it was made with, too, after the new one and a comma.',
    );
  }
}

function addressOf({ publicUrl, host }: Config, port: number): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Opens a whole marketplace: the one place that sees every room. */
export async function openMarketplace(options: OpenOptions): Promise<Marketplace> {
  const { config, clock } = options;
  const memory = options.memory === true;
  const storage = memory ? openMemoryStorage(clock) : openServerStorage(config.dataDir, clock);
  const closers: (() => unknown)[] = [() => storage.close()];
  const closeAll = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    return await openOver(options, storage, closers, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function openOver(
  { config, clock, log, memory = false, manual = false, resolve }: OpenOptions,
  storage: ReturnType<typeof openServerStorage>,
  closers: (() => unknown)[],
  closeAll: () => Promise<void>,
): Promise<Marketplace> {
  const sealing = createSealing(encryptionKeys(config, memory));
  const store = createStore({ engine: storage.engine, sealing });
  const identity = createIdentity(await installationKey(store));

  const processes = Math.min(Math.max(2, availableParallelism()), MAX_SCHEMA_PROCESSES);
  const schemas = createSchemaValidation({ processes });
  closers.push(() => schemas.close());
  const urlPolicy: UrlPolicy = { allowPrivate: config.dev, ports: config.sellerPorts };
  const outbound = createGuardedFetch({
    policy: urlPolicy,
    clock,
    connections: config.calls.callsPerProcess,
    ...(resolve ? { resolve } : {}),
  });
  closers.push(() => outbound.close());

  const ending = new AbortController();
  const checks = (group: string, signal: AbortSignal): CheckEnvironment => ({
    transport: createTransport(outbound),
    schemas: checkSchemas(schemas, group),
    urlPolicy,
    signal,
    wait: (ms, waitSignal) => pause(clock, ms, waitSignal),
  });
  async function forCaller<Result>(
    group: string,
    work: (given: CheckEnvironment) => Promise<Result>,
  ): Promise<Result> {
    const late = new AbortController();
    const cancel = clock.after(CALLER_DEADLINE_MS, () => late.abort());
    try {
      return await work(checks(group, AbortSignal.any([late.signal, ending.signal])));
    } finally {
      cancel();
    }
  }

  const slots = createCallSlots(config.calls);
  const jobs = createLocalJobs({
    reviewProvider: (id) => bound.reviewProvider(id),
    onError: (err) => log.error({ err }, 'a review failed'),
  });
  const bound = bindVerbs({
    store,
    identity,
    schemas,
    gateway: createSellerGateway({ fetch: outbound.fetch, clock, ...config.sizes }),
    prober: createHealthProber(outbound, clock),
    checksFor: (listingId) => checks(listingId, ending.signal),
    forCaller,
    urlPolicy,
    contractBytes: config.sizes.contractBytes,
    jobs,
    events: createLocalOrderEvents(clock),
    slots,
    clock,
    log,
    orderRetentionDays: config.orderRetentionDays,
    alone: storage.alone,
    ending: ending.signal,
  });
  closers.push(() => jobs.close());

  const devApiKey = config.dev
    ? await ensureDevAccount({ store, identity }, memory ? null : config.dataDir)
    : undefined;

  let ready = true;
  let url = '';
  const metrics = createMetrics({ runningCalls: slots.running, waitingOrders: slots.waiting });
  const rates = createRateLimits(config.rates);
  const app = createApp({
    handlers: createHandlers(bound.verbs, { version: VERSION, baseUrl: () => url }),
    route: { authenticate: bound.verbs.authenticate, rates, limits: config.sizes },
    operations: {
      isReady: async () => ready && (await store.isReady()),
      metrics,
      metricsToken: config.metricsToken,
      dev: config.dev,
    },
    metrics,
    identity,
    log,
    trustedProxies: config.trustedProxies,
  });

  const tick = createTicker(bound.chores, (err) => log.error({ err }, 'a chore failed'));
  await bound.recover();
  const listening = await listen(app, { ...config, requestId: identity.id });
  url = addressOf(config, listening.port);
  const schedule = manual ? undefined : startSchedule(clock, tick);
  schemas.warm();

  async function close(): Promise<void> {
    ready = false;
    if (!config.dev && !memory) await pause(clock, NOTICE_MS);
    await schedule?.stop();
    await drain(listening, bound.drain, ending);
    await schedule?.idle();
    await closeAll();
  }

  return { url, port: listening.port, devApiKey, tick, reviewsIdle: jobs.idle, close };
}

/**
 * Ends calls and requests; what takes too long is given up, settled as interrupted, and answered so
 * within the last moment.
 */
async function drain(
  listening: Listening,
  drainCalls: () => Promise<void>,
  ending: AbortController,
): Promise<void> {
  const late = setTimeout(() => ending.abort(), DRAIN_MS);
  const cut = setTimeout(() => listening.destroy(), DRAIN_MS + LAST_ANSWERS_MS);
  const answered = listening.close();
  await drainCalls();
  await answered;
  clearTimeout(late);
  clearTimeout(cut);
  ending.abort();
  listening.destroy();
}
