import { timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorType } from '@mkt/protocol';
import type { Request, Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseTimings } from '../database/engine.ts';
import type { Outcomes } from '../market/outcomes.ts';
import { notFound, Refusal } from '../market/refusal.ts';
import type { EventCounts } from '../structures/counters.ts';
import { createDurations, type Durations } from '../structures/durations.ts';
import type { ConnectionLimit } from './connections.ts';
import { checkLocalName, checkNotCrossOrigin, type OwnOrigins } from './origins.ts';
import { requestIdOf, RETRY_STORAGE_SECONDS, send, waitedMsOf } from './respond.ts';

/** What waits in the database, for all processes. Ages in milliseconds; 0 if nothing waits. */
export interface Backlog {
  oldestWaitingMs: number;
  /** How long ago the oldest order settled that a follower of the log has not read yet. */
  followerLagMs: Readonly<Record<'statistics' | 'webhooks', number>>;
  /** How long the oldest overdue delivery to a webhook has been due. */
  webhookOverdueMs: number;
}

interface Load {
  runningCalls(): number;
  waitingOrders(): number;
  /** How the waiting orders are distributed over accounts, and how full the queue is. */
  distribution(): { sellers: number; buyers: number; usedRatio: Readonly<Record<string, number>> };
  eventStreams(): number;
  isNetworkDown(): boolean;
  isNetworkDown(): boolean;
  outcomes: Outcomes;
  database: DatabaseTimings;
  backlog(): Promise<Backlog>;
  refusedConnections: EventCounts<ConnectionLimit>;
  /** Why the process should receive no requests; undefined if it should. */
  notReady(): Promise<string | undefined>;
  /** The state of the check of the database after a crash; undefined if there is none. */
  integrity(): string | undefined;
}

const INTEGRITY_STATES = ['waiting', 'running', 'intact', 'damaged', 'incomplete'];

type Labels = Readonly<Record<string, string>>;

interface Family {
  name: string;
  help: string;
  label?: string;
}

/** A counter whose values are read when it is scraped, so that an event costs an addition. */
const readCounter = (
  family: { name: string; help: string; labelNames: readonly string[] },
  read: () => Iterable<readonly [Labels, number]>,
): Counter =>
  new Counter({
    ...family,
    registers: [],
    collect() {
      this.reset();
      for (const [labels, count] of read()) this.inc(labels, count);
    },
  });

/** One series for each member of an object, by a label. */
const byLabel = (label: string, values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([name, value]) => [{ [label]: name }, value] as const);

/** A gauge that is read when it is scraped. */
const readGauge = (
  { name, help, label }: Family,
  read: () => number | Readonly<Record<string, number>>,
): Gauge =>
  new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [],
    collect() {
      const value = read();
      if (typeof value === 'number') this.set(value);
      else for (const [labels, each] of byLabel(label ?? '', value)) this.set(labels, each);
    },
  });

/** Durations by the value of a label; by the empty text for a histogram without labels. */
type ReadDurations = () => Iterable<readonly [string, Durations]>;

/** A histogram of what `Durations` have counted. */
class DurationHistogram extends Histogram {
  readonly #family: Family;
  readonly #read: ReadDurations;

  constructor(family: Family, read: ReadDurations) {
    const { name, help, label } = family;
    super({ name, help, labelNames: label === undefined ? [] : [label], registers: [] });
    this.#family = family;
    this.#read = read;
  }

  #seriesOf(value: string, { bounds, counts, sumMs }: Durations) {
    const { name, label } = this.#family;
    const sharedLabels: Record<string, string> = label === undefined ? {} : { [label]: value };
    const buckets: { metricName: string; labels: { le: string }; value: number }[] = [];
    let total = 0;
    for (let at = 0; at <= bounds.length; at++) {
      total += counts[at] ?? 0;
      const le = String(bounds[at] ?? '+Inf');
      buckets.push({ metricName: `${name}_bucket`, labels: { le }, value: total });
    }
    const series = [
      ...buckets,
      { metricName: `${name}_sum`, labels: {}, value: sumMs() / 1_000 },
      { metricName: `${name}_count`, labels: {}, value: total },
    ];
    return series.map((each) => ({ ...each, sharedLabels }));
  }

  /** What a registry calls in place of `get`. */
  getForPromString() {
    const { name, help } = this.#family;
    const values = [...this.#read()].flatMap(([value, durations]) =>
      this.#seriesOf(value, durations),
    );
    return Promise.resolve({ name, help, type: 'histogram', values });
  }
}

const only = (durations: Durations): ReadDurations => {
  const entries = [['', durations]] as const;
  return () => entries;
};

/** prom-client gives these gauges the suffix of a counter; each is the sum of another one. */
const MISNAMED = ['resources', 'handles', 'requests'].map((what) => `nodejs_active_${what}_total`);

let ofProcess: Registry | undefined;

/**
 * The metrics of the process. Once, because the library observes garbage collections until the process
 * ends: a registry for each marketplace would keep every marketplace that was closed.
 */
function processRegistry(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  for (const name of MISNAMED) ofProcess.removeSingleMetric(name);
  return ofProcess;
}

const MAX_READ_MS = 1_000;

/**
 * Reads from the database for a scrape, which must succeed without it too: resolves with `undefined` if
 * it fails or takes too long. A read that hangs is not repeated.
 */
function createPatientRead<Result>(read: () => Promise<Result>): () => Promise<Result | undefined> {
  let reading: Promise<Result | undefined> | undefined;
  async function readOnce(): Promise<Result | undefined> {
    try {
      return await read();
    } catch {
      return undefined;
    } finally {
      reading = undefined;
    }
  }
  return () => {
    reading ??= readOnce();
    return Promise.race([reading, pause(MAX_READ_MS, undefined, { ref: false })]);
  };
}

/** What the requests to a route have in common. */
interface RouteCounts {
  durations: Durations;
  /** How long its responses waited for orders. */
  waits: Durations | undefined;
  byStatus: Map<number, number>;
}

/** A property of the response, like its request id. */
const STARTED_MS = Symbol('started');

interface Observed {
  [STARTED_MS]?: number;
}

/** Metrics for Prometheus, labelled by route and never by anything that a caller chooses. */
export function createMetrics(load: Load) {
  const registry = new Registry();
  const routes = new Map<string, RouteCounts>();
  const { outcomes, database } = load;
  const { calls, steps, errors } = outcomes;

  function* requestCounts() {
    for (const [route, { byStatus }] of routes) {
      for (const [status, count] of byStatus)
        yield [{ route, status: `${status}` }, count] as const;
    }
  }
  function* routeDurations() {
    for (const [route, { durations }] of routes) yield [route, durations] as const;
  }
  function* routeWaits() {
    for (const [route, { waits }] of routes) if (waits) yield [route, waits] as const;
  }
  const outcomeCounter = (
    name: string,
    help: string,
    { counts }: { counts: Readonly<Record<string, number>> },
  ) =>
    readCounter({ name, help: `${help} By outcome.`, labelNames: ['outcome'] }, () =>
      byLabel('outcome', counts),
    );

  const ready = new Gauge<string>({
    name: 'mkt_ready',
    help: 'Whether orders can be stored now, as /readyz says: 1 or 0.',
    registers: [],
  });
  /** Read from the database; without series while it does not respond. */
  const oldestWaiting = new Gauge<string>({
    name: 'mkt_oldest_waiting_order_age_seconds',
    help: 'Age of the order that has waited longest for its call, in any process; 0 if none waits.',
    registers: [],
  });
  const followerLag = new Gauge<string>({
    name: 'mkt_follower_lag_seconds',
    help: 'Time since the oldest order settled that a follower of settled orders has not read yet.',
    labelNames: ['follower'],
    registers: [],
  });
  const webhookOverdue = new Gauge<string>({
    name: 'mkt_webhook_overdue_seconds',
    help: 'Time since the oldest overdue delivery to a webhook was due.',
    registers: [],
  });
  const isReady = createPatientRead(async () => (await load.notReady()) === undefined);
  const backlog = createPatientRead(load.backlog);
  async function askDatabase(): Promise<void> {
    const [isReadyNow, waiting] = await Promise.all([isReady(), backlog()]);
    ready.set(isReadyNow === true ? 1 : 0);
    for (const gauge of [oldestWaiting, webhookOverdue]) gauge.remove();
    followerLag.reset();
    if (!waiting) return;
    oldestWaiting.set(waiting.oldestWaitingMs / 1_000);
    webhookOverdue.set(waiting.webhookOverdueMs / 1_000);
    for (const [labels, ms] of byLabel('follower', waiting.followerLagMs)) {
      followerLag.set(labels, ms / 1_000);
    }
  }

  const metrics = [
    readCounter(
      {
        name: 'mkt_http_requests_total',
        help: 'Requests by route and status.',
        labelNames: ['route', 'status'],
      },
      requestCounts,
    ),
    new DurationHistogram(
      {
        name: 'mkt_http_request_duration_seconds',
        help: 'Time from the arrival of a request to the end of its response, without waiting for an order.',
        label: 'route',
      },
      routeDurations,
    ),
    new DurationHistogram(
      {
        name: 'mkt_http_wait_duration_seconds',
        help: 'Time that responses waited for their order to settle.',
        label: 'route',
      },
      routeWaits,
    ),
    readCounter(
      {
        name: 'mkt_http_errors_total',
        help: 'Error responses by type.',
        labelNames: ['type'],
      },
      () => byLabel('type', errors.counts),
    ),
    ready,
    readGauge(
      { name: 'mkt_calls_running', help: 'Calls to sellers that this process has in flight.' },
      load.runningCalls,
    ),
    readGauge(
      {
        name: 'mkt_orders_waiting',
        help: 'Orders waiting in this process for a call to start.',
      },
      load.waitingOrders,
    ),
    oldestWaiting,
    readGauge(
      {
        name: 'mkt_orders_waiting_accounts',
        help: 'Accounts with orders waiting in this process.',
        label: 'party',
      },
      () => {
        const { sellers: seller, buyers: buyer } = load.distribution();
        return { seller, buyer };
      },
    ),
    readGauge(
      {
        name: 'mkt_queue_used_ratio',
        help: 'How full the queue of this process is, and the fullest share of an account in it.',
        label: 'share',
      },
      () => load.distribution().usedRatio,
    ),
    readGauge(
      { name: 'mkt_event_streams', help: 'Open event streams of this process.' },
      load.eventStreams,
    ),
    new DurationHistogram(
      {
        name: 'mkt_call_duration_seconds',
        help: 'Duration of calls to sellers that this process made, by outcome.',
        label: 'outcome',
      },
      () => Object.entries(calls),
    ),
    new DurationHistogram(
      {
        name: 'mkt_order_step_duration_seconds',
        help: 'Time that orders spent in each step but the call.',
        label: 'step',
      },
      () => Object.entries(steps),
    ),
    new DurationHistogram(
      {
        name: 'mkt_database_transaction_duration_seconds',
        help: 'Duration of transactions by kind; several orders may share one.',
        label: 'kind',
      },
      () => Object.entries(database.transactions),
    ),
    new DurationHistogram(
      { name: 'mkt_database_commit_duration_seconds', help: 'Duration of commits alone.' },
      only(database.commits),
    ),
    followerLag,
    webhookOverdue,
    readGauge(
      {
        name: 'mkt_network_outage',
        help: 'Whether an outage of the network or DNS of this machine keeps it from every seller.',
      },
      () => Number(load.isNetworkDown()),
    ),
    readGauge(
      {
        name: 'mkt_database_check',
        help: 'The check of the embedded database after its server was killed: 1 for its state.',
        label: 'state',
      },
      () => {
        const state = load.integrity();
        return Object.fromEntries(INTEGRITY_STATES.map((each) => [each, Number(each === state)]));
      },
    ),
    readCounter(
      {
        name: 'mkt_connections_refused_total',
        help: 'Connections that were closed immediately, by the limit that they exceeded.',
        labelNames: ['limit'],
      },
      () => byLabel('limit', load.refusedConnections.counts),
    ),
    outcomeCounter(
      'mkt_orders_settled_total',
      'Orders that this process settled.',
      outcomes.orders,
    ),
    outcomeCounter(
      'mkt_reviews_total',
      'Reviews of listings that this process ended.',
      outcomes.reviews,
    ),
    outcomeCounter(
      'mkt_health_probes_total',
      'Health probes that this process made.',
      outcomes.probes,
    ),
    outcomeCounter(
      'mkt_webhook_attempts_total',
      'Requests to webhooks that this process made.',
      outcomes.webhooks,
    ),
  ];
  for (const metric of metrics) registry.registerMetric(metric);

  function countsOf(route: string): RouteCounts {
    let known = routes.get(route);
    if (!known) {
      known = { durations: createDurations(), waits: undefined, byStatus: new Map() };
      routes.set(route, known);
    }
    return known;
  }

  return {
    contentType: registry.contentType,
    async text(): Promise<string> {
      await askDatabase();
      return Registry.merge([processRegistry(), registry]).metrics();
    },
    /** Counts a request when its response has ended. */
    observe(res: ServerResponse, route: string): void {
      const startedMs = performance.now();
      (res as Observed)[STARTED_MS] = startedMs;
      res.on('close', () => {
        const counts = countsOf(route);
        const waitedMs = waitedMsOf(res);
        if (waitedMs !== undefined) (counts.waits ??= createDurations()).observe(waitedMs);
        counts.durations.observe(Math.max(0, performance.now() - startedMs - (waitedMs ?? 0)));
        counts.byStatus.set(res.statusCode, (counts.byStatus.get(res.statusCode) ?? 0) + 1);
      });
    },
    /** Measures how long it took to receive an activation. */
    received(res: ServerResponse): void {
      const startedMs = (res as Observed)[STARTED_MS];
      if (startedMs !== undefined) steps.receive.observe(performance.now() - startedMs);
    },
    /** Counts an error response. */
    countError: (type: ErrorType): void => errors.add(type),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

export interface OperationsDeps {
  /** Why the server should receive no requests; undefined if it should. Resolves within a second. */
  notReady(): Promise<string | undefined>;
  metrics: { text(): Promise<string>; contentType: string };
  /** null: /metrics is open to programs in dev mode, and 404 otherwise. */
  metricsToken: string | null;
  dev: boolean;
  ownOrigins: OwnOrigins;
}

function mayReadMetrics({ metricsToken, dev, ownOrigins }: OperationsDeps, req: Request): boolean {
  if (metricsToken === null) {
    if (!dev) throw notFound('Path');
    checkLocalName(req);
    checkNotCrossOrigin(req, ownOrigins);
    return true;
  }
  const given = Buffer.from(req.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${metricsToken}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The handlers for operators: liveness, readiness and metrics. */
export function operationsHandlers(deps: OperationsDeps) {
  return {
    healthz(_req: Request, res: Response) {
      send(res, { status: 200, json: { status: 'ok' } }, requestIdOf(res));
    },
    async readyz(_req: Request, res: Response) {
      const reason = await deps.notReady();
      send(
        res,
        reason === undefined
          ? { status: 200, json: { status: 'ready' } }
          : {
              status: 503,
              json: { status: 'not ready', reason },
              headers: { 'Retry-After': RETRY_STORAGE_SECONDS },
            },
        requestIdOf(res),
      );
    },
    async metrics(req: Request, res: Response) {
      if (!mayReadMetrics(deps, req)) {
        throw new Refusal(
          'unauthenticated',
          'Send the metrics token as a bearer token: Authorization: Bearer TOKEN',
        );
      }
      const headers = { 'Content-Type': deps.metrics.contentType };
      send(res, { status: 200, text: await deps.metrics.text(), headers }, requestIdOf(res));
    },
  };
}
