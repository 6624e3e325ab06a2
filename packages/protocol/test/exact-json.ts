import { InexactNumber } from '@mkt/protocol';

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** JSON text of a value, its inexact numbers as they were written. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner instanceof InexactNumber ? rawJSON(inner.text) : inner,
  );
