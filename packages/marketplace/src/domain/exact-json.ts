import { InexactNumber } from '@mkt/protocol';

// TypeScript's libraries do not have it yet.
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** JSON text of a value, each `InexactNumber` in it as it was written. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner instanceof InexactNumber ? rawJSON(inner.text) : inner,
  );
