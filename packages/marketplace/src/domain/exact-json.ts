import { InexactNumber } from '@mkt/protocol';

// TypeScript's standard library does not declare JSON.rawJSON yet.
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** Serializes a value as JSON; each `InexactNumber` in it keeps the digits it was written with. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner instanceof InexactNumber ? rawJSON(inner.text) : inner,
  );
