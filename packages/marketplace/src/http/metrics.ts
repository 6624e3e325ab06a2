import { timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Outcomes } from '../market/outcomes.ts';
import { notFound, Refusal } from '../market/refusal.ts';
import type { EventCounts } from '../structures/counters.ts';
import type { ConnectionLimit } from './connections.ts';
import { checkLocalName, checkNotCrossOrigin, type OwnOrigins } from './origins.ts';
import { requestIdOf, RETRY_STORAGE_SECONDS, send } from './respond.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Load {
  runningCalls(): number;
  waitingOrders(): number;
  eventStreams(): number;
  isNetworkDown(): boolean;
  outcomes: Outcomes;
  refusedConnections: EventCounts<ConnectionLimit>;
  /** Why the process should receive no requests; undefined if it should. */
  notReady(): Promise<string | undefined>;
  /** The state of the check of the database after a crash; undefined if there is none. */
  integrity(): string | undefined;
}

const INTEGRITY_STATES = ['waiting', 'running', 'intact', 'damaged', 'incomplete'];

/** A counter that is read from `EventCounts` when it is scraped, so that an event costs an addition. */
function outcomeCounter<Outcome extends string>(
  name: string,
  help: string,
  { counts }: EventCounts<Outcome>,
): Counter<'outcome'> {
  return new Counter({
    name,
    help: `${help} By outcome.`,
    labelNames: ['outcome'],
    registers: [],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries<number>(counts)) this.inc({ outcome }, count);
    },
  });
}

let ofProcess: Registry | undefined;

/**
 * The metrics of the process. Once, because the library observes garbage collections until the process
 * ends: a registry for each marketplace would keep every marketplace that was closed.
 */
function processRegistry(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}

/** Metrics for Prometheus, labelled by route and never by anything that a caller chooses. */
export function createMetrics(load: Load) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'mkt_http_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'mkt_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const gauges = [
    new Gauge({
      name: 'mkt_calls_running',
      help: 'Calls to sellers that this process has in flight.',
      registers: [],
      collect() {
        this.set(load.runningCalls());
      },
    }),
    new Gauge({
      name: 'mkt_orders_waiting',
      help: 'Orders waiting in this process for a call to start.',
      registers: [],
      collect() {
        this.set(load.waitingOrders());
      },
    }),
    new Gauge({
      name: 'mkt_event_streams',
      help: 'Open event streams of this process.',
      registers: [],
      collect() {
        this.set(load.eventStreams());
      },
    }),
    new Gauge({
      name: 'mkt_network_outage',
      help: 'Whether an outage of the network or DNS of this machine keeps it from every seller.',
      registers: [],
      collect() {
        this.set(load.isNetworkDown() ? 1 : 0);
      },
    }),
  ];
  const ready = new Gauge({
    name: 'mkt_ready',
    help: 'Whether orders can be stored now, as /readyz says: 1 or 0.',
    registers: [],
    async collect() {
      this.set((await load.notReady()) === undefined ? 1 : 0);
    },
  });
  const check = new Gauge({
    name: 'mkt_database_check',
    help: 'The check of the embedded database after its server was killed: 1 for its state.',
    labelNames: ['state'],
    registers: [],
    collect() {
      for (const state of INTEGRITY_STATES) this.set({ state }, load.integrity() === state ? 1 : 0);
    },
  });
  for (const gauge of [...gauges, ready, check]) registry.registerMetric(gauge);
  const { orders, reviews, probes, webhooks } = load.outcomes;
  const refused = new Counter({
    name: 'mkt_connections_refused_total',
    help: 'Connections that were closed immediately, by the limit that they exceeded.',
    labelNames: ['limit'],
    registers: [],
    collect() {
      this.reset();
      for (const [limit, count] of Object.entries(load.refusedConnections.counts))
        this.inc({ limit }, count);
    },
  });
  registry.registerMetric(refused);
  const outcomes = [
    outcomeCounter('mkt_orders_settled_total', 'Orders that this process settled.', orders),
    outcomeCounter('mkt_reviews_total', 'Reviews of listings that this process ended.', reviews),
    outcomeCounter('mkt_health_probes_total', 'Health probes that this process made.', probes),
    outcomeCounter(
      'mkt_webhook_attempts_total',
      'Requests to webhooks that this process made.',
      webhooks,
    ),
  ];
  for (const counter of outcomes) registry.registerMetric(counter);

  /** Cached by route and status, because looking a label up takes longer than counting. */
  const durationsOf = new Map<string, Histogram.Internal<'route'>>();
  const requestsOf = new Map<string, Counter.Internal>();
  const durationOf = (route: string) => {
    let known = durationsOf.get(route);
    if (!known) durationsOf.set(route, (known = durations.labels({ route })));
    return known;
  };
  const requestOf = (route: string, status: string) => {
    const name = `${route} ${status}`;
    let known = requestsOf.get(name);
    if (!known) requestsOf.set(name, (known = requests.labels({ route, status })));
    return known;
  };

  return {
    contentType: registry.contentType,
    text: () => Registry.merge([processRegistry(), registry]).metrics(),
    /** Counts a request when its response has ended. */
    observe(res: ServerResponse, route: string): void {
      const startedMs = performance.now();
      res.on('close', () => {
        durationOf(route).observe((performance.now() - startedMs) / 1000);
        requestOf(route, String(res.statusCode)).inc();
      });
    },
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
