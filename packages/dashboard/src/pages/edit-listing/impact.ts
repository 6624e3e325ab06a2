import { compareContracts } from '@mkt/conformance/compare-contracts';
import { readJson, toMicros } from '@mkt/protocol';
import type { ListingFields } from '../../form/listing-fields.ts';
import { reasonsInWords } from './reasons.ts';
import type { Impact } from './words.ts';

// Loaded lazily, because of the size of the comparison.

/** As much work as the marketplace spends on the same comparison (docs/buy/catalogue.md#history). */
const WORK_UNITS = 1_000_000;
/** The page is blocked meanwhile; a comparison that is undecided by then counts as unknown. */
const MAX_MS = 500;

const schemaOf = (typed: string) =>
  typed.trim() === '' ? undefined : (readJson(typed).exact as Record<string, unknown>);

/** The parts of the form that a buyer agrees to. */
function termsOf(fields: ListingFields) {
  const { amount, currency, unit, method, endpointPath, inputSchema, outputSchema } = fields;
  return {
    price: { amountMicros: toMicros(Number(amount)) ?? 0, currency, unit },
    runContract: {
      method: method as 'POST',
      endpointPath,
      inputSchema: schemaOf(inputSchema),
      outputSchema: schemaOf(outputSchema),
    },
  };
}

/**
 * What a change means for buyers, by the comparison that the history of the listing will show. The JSON
 * fields must be sendable (`isSendable`).
 */
export function impactOf(before: ListingFields, after: ListingFields): Impact {
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt > MAX_MS;
  const comparison = compareContracts(termsOf(before), termsOf(after), {
    units: WORK_UNITS,
    isLate,
  });
  return { ...comparison, reasons: reasonsInWords(comparison, before, after) };
}
