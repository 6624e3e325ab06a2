import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client, SellerOrder } from '@mkt/client';
import {
  compareContracts,
  type ContractComparison,
  inProcessSchemaValidator,
} from '@mkt/conformance';
import {
  type Detail,
  LIMITS,
  type Listing,
  type PreviewListing,
  type Provider,
  readJson,
  type RunContract,
  toMicros,
} from '@mkt/protocol';
import type { Impact } from './publish-event.ts';

/** The terms of a listing, as records and previews have them. */
export type Terms = Pick<Listing, 'price' | 'runContract'>;

/** As much as the marketplace spends on the same comparison. */
const WORK_UNITS = 1_000_000;
const MAX_COMPARISON_MS = 2_000;

/** What a change means for buyers, by the comparison that the history of a listing shows. */
function compareContent(before: Terms, after: Terms): ContractComparison {
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt > MAX_COMPARISON_MS;
  return compareContracts(termsOf(before), termsOf(after), { units: WORK_UNITS, isLate });
}

function termsOf({ price, runContract }: Terms) {
  const { requestExampleJson: _request, responseExampleJson: _response, ...rest } = runContract;
  const { amount, ...priced } = price;
  return { price: { ...priced, amountMicros: toMicros(amount) ?? 0 }, runContract: rest };
}

/** How many inputs, or results, of past orders a new schema refuses. */
export interface Refusals {
  /** The values that the listing's own schema accepts: the others say nothing about the change. */
  checked: number;
  /** The checked values that the new schema refuses. */
  refused: number;
  /** How many buyers have a refused one. */
  buyers: number;
  /** Why the newest of them is refused. */
  first: Detail | null;
  /** Those that could not be checked in time. */
  undecided: number;
}

/** What new schemas would have done to the newest orders of a listing. */
export interface PastOrders {
  /** Orders that were read, at most 1,000. */
  read: number;
  /** Why older ones were not read, as a sentence; `null` if there are none, or 1,000 were read. */
  stopped: string | null;
  /** `null` if inputSchema does not change. */
  inputs: Refusals | null;
  /** `null` if outputSchema does not change. */
  results: Refusals | null;
}

export interface Reading {
  signal?: AbortSignal | undefined;
  /** Called for each page, with the number of orders so far. */
  onRead?: ((read: number) => void) | undefined;
  /** How long all of it may take, in ms. */
  maxMs?: number | undefined;
}

const MAX_ORDERS = 1_000;
const PAGE = 100;
const MAX_MS = 30_000;
/** A signal and a prompt need a turn of the event loop now and then. */
const TURN_MS = 50;

/** Whether the schemas of a contract change, so that past orders can show something. */
const schemasChange = (before: RunContract, after: RunContract): boolean =>
  (['inputSchema', 'outputSchema'] as const).some(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );

/**
 * Checks the inputs and results of the newest orders of a listing against the schemas of another
 * contract, on this machine. Only one page is held at a time. Checking a value may take as long
 * as on the marketplace, and the whole half a minute. Throws only the reason of `signal`.
 */
export async function checkPastOrders(
  client: Client,
  { id, runContract: before }: { id: string; runContract: RunContract },
  after: RunContract,
  { signal, onRead, maxMs = MAX_MS }: Reading = {},
): Promise<PastOrders> {
  const deadline = AbortSignal.timeout(maxMs);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const inputs = counter(before.inputSchema, after.inputSchema);
  const results = counter(before.outputSchema, after.outputSchema);
  let read = 0;
  let stopped: string | null = null;
  let turnEndsAt = performance.now() + TURN_MS;
  try {
    for await (const order of client.listings.orders(id, { limit: PAGE }, { signal: either })) {
      await inputs?.count(textOf(order.requestBodyText, order.requestBody), order);
      if (hasResult(order)) {
        await results?.count(textOf(order.resultText, order.result), order);
      }
      read++;
      if (read % PAGE === 0) onRead?.(read);
      if (read === MAX_ORDERS) break;
      if (performance.now() < turnEndsAt) continue;
      await nextTurn();
      turnEndsAt = performance.now() + TURN_MS;
    }
  } catch (error) {
    signal?.throwIfAborted();
    stopped = deadline.aborted
      ? `Checking stopped after ${maxMs / 1_000} s.`
      : error instanceof Error
        ? error.message
        : String(error);
  }
  return {
    read,
    stopped,
    inputs: inputs?.refusals() ?? null,
    results: results?.refusals() ?? null,
  };
}

type WithResult = Extract<SellerOrder, { orderState: 'completed' }>;

/** The marketplace does not check an empty body, whose result is `null`, either. */
const hasResult = (order: SellerOrder): order is WithResult =>
  order.orderState === 'completed' && (order.result !== null || order.outputValid !== null);

/** The text has all digits of its numbers. */
const textOf = (text: string | undefined, value: unknown) =>
  text ?? JSON.stringify(value) ?? 'null';

/** Counts the values that one schema accepts and another refuses; `undefined` for equal schemas. */
function counter(before: unknown, after: unknown) {
  if (isDeepStrictEqual(before, after)) return undefined;
  const schemas = inProcessSchemaValidator({ validationMs: LIMITS.inputValidationMs });
  const buyers = new Set<string>();
  const found = { checked: 0, refused: 0, undecided: 0 };
  let first: Detail | null = null;
  const check = async (schema: unknown, json: string) =>
    schema === undefined ? ({ ok: true } as const) : await schemas.validate(schema, readJson(json));
  return {
    async count(json: string, { buyerId }: Pick<SellerOrder, 'buyerId'>): Promise<void> {
      const earlier = await check(before, json);
      if (earlier.ok === false) return;
      const now = await check(after, json);
      if (earlier.ok === 'timeout' || now.ok === 'timeout') {
        found.undecided++;
        return;
      }
      found.checked++;
      if (now.ok) return;
      found.refused++;
      buyers.add(buyerId);
      first ??= now.details[0] ?? null;
    },
    refusals: (): Refusals => ({ ...found, buyers: buyers.size, first }),
  };
}

/**
 * What an update of a listing means for its buyers: by comparing the contracts, and by checking past
 * orders against the new schemas. The second also finds what a comparison cannot decide.
 */
export async function assessUpdate(
  client: Client,
  provider: Pick<Provider, 'id' | 'listingState' | 'price' | 'runContract'>,
  wanted: Pick<PreviewListing, 'price' | 'runContract'>,
  reading: Reading = {},
): Promise<Impact> {
  const { verdict, findings } = compareContent(provider, wanted);
  const pastOrders = schemasChange(provider.runContract, wanted.runContract)
    ? await checkPastOrders(client, provider, wanted.runContract, reading)
    : null;
  const { listingState } = provider;
  const isSold = listingState === 'published' || listingState === 'paused';
  const hasBuyers = isSold || (pastOrders?.read ?? 0) > 0;
  const refusesInputs = (pastOrders?.inputs?.refused ?? 0) > 0;
  const isDoubtful = verdict === 'breaking' || verdict === 'unknown' || refusesInputs;
  return { verdict, findings, pastOrders, isBreaking: hasBuyers && isDoubtful };
}
