// Buys one call and prints its trace: who did what, and for how long. Buyer, marketplace and seller run in
// this process, but know of each other's spans only by what they send over HTTP.
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { treeOf } from './tree.ts';
import { wordCount } from './word-count.ts';

const recorded = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: recorded })] }),
);
context.setGlobalContextManager(new AsyncLocalStorageContextManager());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());

await using market = await createTestMarketplace();
const { slug } = await market.publish(({ signingSecret }) => wordCount({ signingSecret }));
recorded.reset();

// #region buy
const buyer = trace.getTracer('buyer');
const result = await buyer.startActiveSpan('summarise a page', async (span) => {
  // The client sends the traceparent of the active span.
  const words = await market.client().run(slug, { text: 'One order, one trace.' });
  span.end();
  return words;
});
// #endregion

console.log(JSON.stringify(result));
console.log(treeOf(recorded.getFinishedSpans()));
