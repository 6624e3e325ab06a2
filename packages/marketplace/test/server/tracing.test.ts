// docs/operate/monitor.md#traces: the spans that a marketplace records, with a real SDK of OpenTelemetry.
import { text } from 'node:stream/consumers';
import { SpanKind, trace } from '@opentelemetry/api';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  InMemorySpanExporter,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Api } from '../../../../test-bed/api.ts';
import { hold, json, OK } from '../../../../test-bed/seller.ts';
import { openSeller, serve } from '../../../../test-bed/within-test.ts';
import { openMarket, publish } from '../market.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';
const SAMPLED = `00-${TRACE_ID}-${PARENT_ID}-01`;

/** What a program does that records traces: it sets up the SDK before it opens a marketplace. */
function record(sampler: Sampler = new ParentBasedSampler({ root: new AlwaysOnSampler() })) {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor({ exporter })];
  trace.setGlobalTracerProvider(new TracerProvider({ sampler, spanProcessors }));
  onTestFinished(() => trace.disable());
  const all = () => exporter.getFinishedSpans();
  return {
    all,
    named: (name: string) => all().filter((span) => span.name === name),
    forget: () => exporter.reset(),
  };
}

const activate = (api: Api, listingId: string, traceparent?: string, input: unknown = {}) =>
  api.post(
    '/v1/orders',
    { listingId, requestBody: input },
    { headers: { prefer: 'wait=10', ...(traceparent && { traceparent }) } },
  );

const parentOf = ({ parentSpanContext }: ReadableSpan) => parentSpanContext?.spanId;

it('records an order as a request with its steps, within the trace of the buyer', async () => {
  const spans = record();
  const market = await openMarket();
  const seller = await openSeller({ 'POST /hook': () => OK });
  const { id: listingId } = await publish(market, seller, {
    runContract: { inputSchema: { type: 'object' } },
  });
  await market.api.post('/v1/webhooks', { url: `${seller.url}/hook` });
  spans.forget();
  const { body } = await activate(market.api, listingId, SAMPLED, { name: 'a secret input' });
  expect(body.orderState).toBe('completed');
  await market.advance(2_000);
  await expect.poll(() => spans.named('deliver webhook')).toHaveLength(1);

  const [request] = spans.named('POST /v1/orders') as [ReadableSpan];
  expect(parentOf(request)).toBe(PARENT_ID);
  expect(request).toMatchObject({
    kind: SpanKind.SERVER,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/orders',
      'http.response.status_code': 201,
    },
  });
  const steps = spans.all().filter((span) => parentOf(span) === request.spanContext().spanId);
  const ofOrder = { 'mkt.order.id': body.id, 'mkt.listing.id': listingId };
  const port = Number(new URL(seller.url).port);
  const inDatabase = { 'db.system.name': 'sqlite', 'db.collection.name': 'orders' };
  expect(Object.fromEntries(steps.map(({ name, attributes }) => [name, attributes]))).toEqual({
    'validate input': {},
    'store order': { ...ofOrder, ...inDatabase, 'db.operation.name': 'INSERT' },
    'call seller': {
      ...ofOrder,
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'server.port': port,
      'http.response.status_code': 200,
    },
    'settle order': { ...ofOrder, ...inDatabase, 'db.operation.name': 'UPDATE' },
    'deliver webhook': {
      ...ofOrder,
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    },
  });
  expect(new Set(spans.all().map((span) => span.spanContext().traceId))).toContain(TRACE_ID);

  // The seller and the webhook continue from the span of their own request.
  const [call, delivery] = ['call seller', 'deliver webhook'].map(
    (name) => `00-${TRACE_ID}-${spans.named(name)[0]?.spanContext().spanId}-01`,
  );
  expect(seller.calls.at(-1)?.headers['traceparent']).toBe(call);
  expect(seller.requestsTo('POST /hook').at(-1)?.headers['traceparent']).toBe(delivery);
  expect(JSON.stringify(spans.all().map(({ name, attributes }) => [name, attributes]))).not.toMatch(
    /secret input|mkt_|whsec_/,
  );
});

describe('an order that waits', () => {
  it('has the time of waiting in the trace of the request that placed it', async () => {
    const spans = record();
    const market = await openMarket({ environment: { MKT_CALLS_PER_SELLER: '1' } });
    const seller = await openSeller({ 'POST /run': hold });
    const { id } = await publish(market, seller);
    spans.forget();
    const first = activate(market.api, id);
    const call = await seller.nextCall();
    const second = activate(market.api, id, SAMPLED);
    await expect.poll(() => spans.named('store order')).toHaveLength(2);
    call.respond({});
    (await seller.nextCall()).respond({});
    await Promise.all([first, second]);
    const [wait] = spans.named('wait for turn') as [ReadableSpan];
    await expect.poll(() => spans.named('POST /v1/orders')).toHaveLength(2);
    const request = spans
      .named('POST /v1/orders')
      .find((span) => span.spanContext().traceId === TRACE_ID);
    expect(parentOf(wait)).toBe(request?.spanContext().spanId);
  });
});

describe('what failed', () => {
  it('has the kind of its failure, and no message', async () => {
    const spans = record();
    const market = await openMarket();
    const seller = await openSeller({ 'POST /run': () => json({ error: 'a secret' }, 503) });
    const { id } = await publish(market, seller, {
      runContract: { inputSchema: { type: 'object', required: ['n'] } },
    });
    spans.forget();
    await activate(market.api, id, undefined, { n: 1 });
    await activate(market.api, id, undefined, {});
    const errorsOf = (name: string) =>
      spans.named(name).map(({ attributes }) => attributes['error.type']);
    expect(errorsOf('call seller')).toEqual(['503']);
    expect(errorsOf('validate input')).toEqual([undefined, 'invalid_input']);
    await expect.poll(() => errorsOf('POST /v1/orders')).toEqual([undefined, undefined]);
    expect(JSON.stringify(spans.all().map((span) => [span.attributes, span.status]))).not.toContain(
      'a secret',
    );
  });
});

describe('what the sampler does not want', () => {
  it('is not recorded, and the seller still gets the traceparent of the buyer', async () => {
    const spans = record(new AlwaysOffSampler());
    const market = await openMarket();
    const seller = await openSeller();
    const { id } = await publish(market, seller);
    await activate(market.api, id, SAMPLED);
    await activate(market.api, id);
    expect(seller.calls.map(({ headers }) => headers['traceparent'])).toEqual([SAMPLED, undefined]);
    expect(spans.all()).toEqual([]);
  });

  it('is never recorded because a buyer records it, not even in part', async () => {
    const off = new AlwaysOffSampler();
    const spans = record(
      new ParentBasedSampler({ root: new AlwaysOnSampler(), remoteParentSampled: off }),
    );
    const market = await openMarket();
    const seller = await openSeller();
    const { id } = await publish(market, seller);
    spans.forget();
    await activate(market.api, id, SAMPLED);
    expect(seller.calls).toHaveLength(1);
    expect(spans.all()).toEqual([]);
  });
});

describe('a process that stops', () => {
  /** Sends spans to a receiver, in batches, like the exporters of OpenTelemetry. */
  function sendTo(url: string): void {
    class Exporter extends InMemorySpanExporter {
      override export(...[spans, done]: Parameters<InMemorySpanExporter['export']>): void {
        const sent = fetch(url, { method: 'POST', body: spans.map(({ name }) => name).join('\n') });
        void sent.catch(() => undefined).then(() => super.export(spans, done));
      }
    }
    const exporter = new Exporter();
    const spanProcessors = [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 60_000 })];
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
    onTestFinished(() => trace.disable());
  }

  it('sends what it has recorded before it ends', async () => {
    const received: string[] = [];
    const receiver = await serve(async (req, res) => {
      received.push(await text(req));
      res.end();
    });
    sendTo(receiver.url);
    const market = await openMarket();
    const seller = await openSeller({ 'POST /run': hold });
    const { id } = await publish(market, seller);
    const order = activate(market.api, id);
    const call = await seller.nextCall();
    const closed = market.close();
    call.respond({});
    expect((await order).body.orderState).toBe('completed');
    expect(received).toEqual([]);
    await closed;
    const names = received.flatMap((spans) => spans.split('\n'));
    expect(names).toEqual(
      expect.arrayContaining(['store order', 'call seller', 'settle order', 'POST /v1/orders']),
    );
  });

  it('ends although their receiver does not respond, and says so', async () => {
    const receiver = await serve(() => undefined);
    sendTo(receiver.url);
    const market = await openMarket();
    await market.api.get('/v1/me');
    const startedMs = performance.now();
    await market.close();
    // The limit is 2 s; the rest is for a machine that is busy with other tests.
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(market.log).toContainEqual(
      expect.objectContaining({ level: 'warn', message: 'the last spans could not be sent' }),
    );
  });
});
