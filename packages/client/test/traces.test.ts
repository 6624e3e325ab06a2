// packages/client/README.md#traces: requests carry the traceparent of the active span.
import { createClient } from '@mkt/client';
import { context, ROOT_CONTEXT, trace, TraceFlags, type SpanContext } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { API_KEY, BASE_URL, RESPONSES } from './records.ts';
import { scriptedFetch } from './scripted-fetch.ts';

const SPAN: SpanContext = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  traceFlags: TraceFlags.SAMPLED,
};
const TRACEPARENT = `00-${SPAN.traceId}-${SPAN.spanId}-01`;

/** What `me()` sends while the span is active. */
async function sentWithin(
  span: SpanContext | undefined,
  headers: Record<string, string> = {},
): Promise<string | null | undefined> {
  const { fetch, attempts } = scriptedFetch(() => Response.json(RESPONSES.getMe));
  const market = createClient({ baseUrl: BASE_URL, apiKey: API_KEY, fetch });
  const active = span ? trace.setSpanContext(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  await context.with(active, () => market.me({ headers }));
  return attempts[0]?.headers.get('traceparent');
}

describe('in a program with OpenTelemetry', () => {
  beforeEach(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager());
    onTestFinished(() => context.disable());
  });

  it('a request carries the traceparent of the active span, recorded or not', async () => {
    expect(await sentWithin(SPAN)).toBe(TRACEPARENT);
    const notRecorded = { ...SPAN, traceFlags: TraceFlags.NONE };
    expect(await sentWithin(notRecorded)).toBe(TRACEPARENT.replace(/1$/, '0'));
  });

  it('a request without an active span has none', async () => {
    expect(await sentWithin(undefined)).toBeNull();
    expect(await sentWithin({ ...SPAN, traceId: '0'.repeat(32) })).toBeNull();
    expect(await sentWithin({ ...SPAN, spanId: 'not an id' })).toBeNull();
  });

  it('a traceparent of the call comes first', async () => {
    const own = TRACEPARENT.replaceAll('b', 'c');
    expect(await sentWithin(SPAN, { traceparent: own })).toBe(own);
  });
});

it('an API of OpenTelemetry that is not known is left alone', async () => {
  const key = Symbol.for('opentelemetry.js.api.1');
  // oxlint-disable-next-line no-restricted-globals -- where every copy of the API finds it
  const shared = globalThis as unknown as Record<symbol, unknown>;
  const before = shared[key];
  onTestFinished(() => void (shared[key] = before));
  for (const other of [undefined, null, 1, {}, { context: {} }, { context: { active: () => 1 } }]) {
    shared[key] = other;
    expect(await sentWithinUnknown()).toBeNull();
  }
});

async function sentWithinUnknown(): Promise<string | null | undefined> {
  const { fetch, attempts } = scriptedFetch(() => Response.json(RESPONSES.getMe));
  await createClient({ baseUrl: BASE_URL, apiKey: API_KEY, fetch }).me();
  return attempts[0]?.headers.get('traceparent');
}
