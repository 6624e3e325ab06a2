import {
  type Context,
  createTraceState,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  type Span as OpenTelemetrySpan,
  type SpanOptions,
  SpanKind,
  SpanStatusCode,
  trace as openTelemetry,
  type TracerProvider,
} from '@opentelemetry/api';
import { pause } from '../market/outside.ts';
import {
  isRecorded,
  ownTrace,
  type Span,
  type TracedStep,
  traceHeaders,
  type Tracing,
} from '../market/trace.ts';
import { systemClock } from './outside.ts';
import { VERSION } from './version.ts';

const NAME = '@mkt/marketplace';

/**
 * The context for spans that continue a trace. `isRemote`: the parent span is not one of this
 * marketplace.
 */
function contextOf(trace: string | null, isRemote: boolean): Context {
  const headers = traceHeaders(trace);
  if (!headers) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags] = headers.traceparent.split('-');
  return openTelemetry.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number(flags),
    isRemote,
    ...(headers.tracestate && { traceState: createTraceState(headers.tracestate) }),
  });
}

function traceOfSpan(span: OpenTelemetrySpan): string | null {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const tracestate = traceState?.serialize();
  return ownTrace({
    traceparent: `00-${traceId}-${spanId}-0${traceFlags}`,
    ...(tracestate && { tracestate }),
  });
}

const recorded = (span: OpenTelemetrySpan): Span => ({
  trace: traceOfSpan(span),
  end(error, attributes) {
    if (attributes) span.setAttributes(attributes);
    if (error !== undefined) {
      span.setAttribute('error.type', error);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  },
});

const statement = (system: string, operation: string): SpanOptions => ({
  kind: SpanKind.CLIENT,
  attributes: {
    'db.system.name': system,
    'db.operation.name': operation,
    'db.collection.name': 'orders',
  },
});

/** How long a process that ends waits for the receiver of its spans. */
const FLUSH_MS = 2_000;

/** The tracer providers of SDKs have more than the interface. */
interface SdkProvider extends TracerProvider {
  forceFlush?(): Promise<void>;
}

/** What each step is called, and what is known of it before. */
const stepsOn = (database: string): Record<TracedStep, [name: string, options: SpanOptions]> => ({
  validate: ['validate input', {}],
  store: ['store order', statement(database, 'INSERT')],
  wait: ['wait for turn', {}],
  call: ['call seller', { kind: SpanKind.CLIENT }],
  settle: ['settle order', statement(database, 'UPDATE')],
  deliver: ['deliver webhook', { kind: SpanKind.CLIENT }],
});

/**
 * Records requests and the steps of orders as spans of OpenTelemetry (docs/operate/monitor.md#traces), if
 * the program that runs this marketplace has set up its SDK.
 */
export function openTracing(database: 'sqlite' | 'postgresql'): Tracing | undefined {
  const provider = openTelemetry.getTracerProvider();
  const isSetUp =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(NAME) !== undefined;
  if (!isSetUp) return undefined;
  const tracer = provider.getTracer(NAME, VERSION);
  const steps = stepsOn(database);
  return {
    request(name, attributes, trace) {
      const options = { kind: SpanKind.SERVER, attributes };
      const span = tracer.startSpan(name, options, contextOf(trace, true));
      return span.isRecording() ? recorded(span) : undefined;
    },
    step(step, trace, order, startMs) {
      if (!isRecorded(trace)) return undefined;
      const [name, options] = steps[step];
      const startTime = startMs === undefined ? {} : { startTime: new Date(startMs) };
      const span = tracer.startSpan(name, { ...options, ...startTime }, contextOf(trace, false));
      if (order)
        span.setAttributes({ 'mkt.order.id': order.id, 'mkt.listing.id': order.listingId });
      return recorded(span);
    },
    async flush(cutOff) {
      const sdk: SdkProvider =
        provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider;
      const ended = new AbortController();
      const late = pause(systemClock, FLUSH_MS, AbortSignal.any([cutOff, ended.signal]));
      const flushed = (async () => {
        await sdk.forceFlush?.();
        return true;
      })();
      const isFlushed = await Promise.race([flushed, late.then(() => false)]).catch(() => false);
      ended.abort();
      return isFlushed;
    },
  };
}
