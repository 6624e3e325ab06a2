import { defineService } from '@mkt/seller-kit';
import { propagation, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('seller');

/** Counts words, in a span of its own that continues the trace of the order. */
export const wordCount = (options: { signingSecret?: string } = {}) =>
  defineService({
    name: 'Word count',
    description: 'Counts the words of a text.',
    price: { amountCents: 2 },
    input: {
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string', maxLength: 10_000 } },
    } as const,
    // #region run
    run: ({ text }, call) => {
      const parent = propagation.extract(ROOT_CONTEXT, call.trace ?? {});
      const span = tracer.startSpan('count words', { kind: SpanKind.SERVER }, parent);
      try {
        return { words: text.split(/\s+/).filter((word) => word !== '').length };
      } finally {
        span.end();
      }
    },
    // #endregion
    ...options,
  });
