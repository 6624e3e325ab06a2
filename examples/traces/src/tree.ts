import { hrTimeToMilliseconds, hrTimeToMicroseconds } from '@opentelemetry/core';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';

/** The spans of one trace as a tree: name, who recorded it, and how long it took. */
export function treeOf(spans: readonly ReadableSpan[]): string {
  const inOrder = spans.toSorted(
    (a, b) => hrTimeToMicroseconds(a.startTime) - hrTimeToMicroseconds(b.startTime),
  );
  const childrenOf = (id: string | undefined) =>
    inOrder.filter(({ parentSpanContext }) => parentSpanContext?.spanId === id);
  const lineOf = ({ name, instrumentationScope, duration }: ReadableSpan) =>
    `${name} (${instrumentationScope.name}) ${hrTimeToMilliseconds(duration).toFixed(1)} ms`;
  const linesOf = (span: ReadableSpan): string[] => [
    lineOf(span),
    ...childrenOf(span.spanContext().spanId).flatMap((child) =>
      linesOf(child).map((line) => `  ${line}`),
    ),
  ];
  return childrenOf(undefined).flatMap(linesOf).join('\n');
}
