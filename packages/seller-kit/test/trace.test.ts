// docs/sell/diagnose.md#traces: `call.trace`, whichever way the service is served.
import type { Trace } from '@mkt/seller-kit';
import { signedRequest } from '@mkt/seller-kit/testing';
import { describe, expect, it } from 'vitest';
import { ADAPTERS } from './adapters.ts';
import { sampleService } from './sample-service.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE_ID}-${PARENT_ID}-01`;

describe.each(ADAPTERS)('with %s', (_, start) => {
  /** What `run` sees when the marketplace sends these headers. */
  async function traceWith(headers: Record<string, string>): Promise<Trace | undefined> {
    const traces: (Trace | undefined)[] = [];
    const service = sampleService({
      run: (_input, { trace }) => {
        traces.push(trace);
        return { length: 1 };
      },
    });
    const send = await start(service);
    const call = await signedRequest(service, { text: 'a' });
    const { method } = call;
    const sent = { ...Object.fromEntries(call.headers), ...headers };
    const response = await send('/run', { method, headers: sent, body: await call.text() });
    expect(response.status).toBe(200);
    expect(traces).toHaveLength(1);
    return traces[0];
  }

  it('a call has the trace that it is part of', async () => {
    expect(await traceWith({ traceparent: TRACEPARENT, tracestate: 'vendor=1' })).toEqual({
      traceparent: TRACEPARENT,
      tracestate: 'vendor=1',
      traceId: TRACE_ID,
      parentId: PARENT_ID,
      sampled: true,
    });
  });

  it('a call without a valid traceparent has none, and is served', async () => {
    expect(await traceWith({})).toBeUndefined();
    expect(await traceWith({ traceparent: TRACEPARENT.toUpperCase() })).toBeUndefined();
    expect(await traceWith({ traceparent: 'x'.repeat(8_000) })).toBeUndefined();
    expect(await traceWith({ tracestate: 'vendor=1' })).toBeUndefined();
  });
});
