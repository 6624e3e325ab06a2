import type { ActivateOptions, Client, ConflictError, Order } from '@mkt/client';
import {
  type CatalogueListing,
  type Detail,
  didYouMean,
  isObject,
  pointerTo,
  type ReadJson,
} from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { retryWith } from '../errors/next-step.ts';
import { unknownListing } from '../errors/unknown-listing.ts';
import { exampleCommand } from '../show/command-to-run.ts';
import { formatDuration, formatMoney, formatPrice } from '../show/price.ts';
import { Interrupted } from '../terminal/shell.ts';
import { quoteArgument } from '../terminal/text.ts';

const MAX_DEPTH = 8;

/**
 * The marketplace's details of a refused input, and the fields that were probably misspelled. If the
 * schema allows additional fields, the marketplace does not report those, only the missing ones.
 */
function explainInput(details: readonly Detail[], input: unknown, inputSchema: unknown): Detail[] {
  const reported = new Set(details.map(({ path }) => path));
  const misspelled = misspelledFields(input, inputSchema, '', 0);
  return [...details, ...misspelled.filter(({ path }) => !reported.has(path))];
}

function misspelledFields(input: unknown, schema: unknown, path: string, depth: number): Detail[] {
  if (!isObject(schema) || depth > MAX_DEPTH) return [];
  if (Array.isArray(input)) {
    return input.flatMap((item, index) =>
      misspelledFields(item, schema['items'], `${path}/${index}`, depth + 1),
    );
  }
  const properties = schema['properties'];
  if (!isObject(input) || !isObject(properties)) return [];
  const missing = Object.keys(properties).filter((name) => !Object.hasOwn(input, name));
  return Object.entries(input).flatMap(([name, value]) => {
    const at = pointerTo(path, name);
    if (Object.hasOwn(properties, name)) {
      return misspelledFields(value, properties[name], at, depth + 1);
    }
    const suggestion = didYouMean(name, missing);
    return suggestion === '' ? [] : [{ path: at, message: `is not a known field.${suggestion}` }];
  });
}

/** JSON with its text, which the seller receives unchanged. */
export type OrderInput = Pick<ReadJson, 'value' | 'text'>;

/** Conditions that the listing must meet when the order is placed. */
export type Guards = Pick<ActivateOptions, 'maxPrice' | 'unit' | 'revision'>;

interface Activation {
  client: Client;
  listing: string;
  input: OrderInput;
  guards: Guards;
  metadata: ActivateOptions['metadata'];
  idempotencyKey?: string | undefined;
  signal: AbortSignal;
}

/** Places the order without waiting for it to settle, so that its id is known before the wait. */
export async function placeOrder(activation: Activation, timeoutMs: number): Promise<Order> {
  const { client, listing, input, guards, metadata, signal } = activation;
  const { idempotencyKey = crypto.randomUUID() } = activation;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const { JsonText } = await import('@mkt/client');
    return await client.activate(listing, new JsonText(input.text), {
      ...guards,
      metadata,
      idempotencyKey,
      signal: AbortSignal.any([signal, deadline]),
    });
  } catch (error) {
    const maybePlaced = { idempotencyKey, next: retryWith(idempotencyKey) };
    if (signal.aborted) throw Interrupted.of(signal, maybePlaced);
    if (!deadline.aborted) throw await explained(error, activation);
    throw new CliError('wait_timeout', `No response within ${formatDuration(timeoutMs)}.`, {
      ...maybePlaced,
      cause: error,
    });
  }
}

/** Adds suggestions to the error of an unknown listing, a price, or an input that does not match. */
async function explained(error: unknown, activation: Activation) {
  const { client, listing, input, signal } = activation;
  const { ConflictError, InvalidInputError, NotFoundError } = await import('@mkt/client');
  if (error instanceof NotFoundError) {
    return await unknownListing(client, listing, { cause: error, signal });
  }
  if (error instanceof ConflictError && error.details.some(({ path }) => path === '/maxPrice')) {
    return (await tooExpensive(error, activation)) ?? error;
  }
  if (!(error instanceof InvalidInputError)) return error;
  const found = await findListing(client, listing, signal);
  const example = found && input.text === '{}' ? exampleCommand(found) : undefined;
  return new CliError(
    'invalid_input',
    `The input does not match the input schema of ${found?.slug ?? listing}.`,
    {
      details: explainInput(error.details, input.value, found?.runContract.inputSchema),
      requestId: error.requestId,
      next:
        example !== undefined
          ? `For example: ${example}`
          : `See the schema: mkt listings show ${quoteArgument(found?.slug ?? listing)}`,
      cause: error,
    },
  );
}

/** Both prices in words, if they are in one currency. */
async function tooExpensive(
  error: ConflictError,
  { client, listing, guards, signal }: Activation,
): Promise<CliError | undefined> {
  const found = await findListing(client, listing, signal);
  return found && aboveMaximum(found, guards.maxPrice, error);
}

/** The error for a price that the guard does not allow; `undefined` if it does, or for another currency. */
export function aboveMaximum(
  { slug, price }: Pick<CatalogueListing, 'slug' | 'price'>,
  maxPrice: Guards['maxPrice'],
  cause?: ConflictError,
): CliError | undefined {
  if (maxPrice === undefined) return undefined;
  const max = typeof maxPrice === 'number' ? { amount: maxPrice, currency: 'USD' } : maxPrice;
  if (price.currency !== max.currency || price.amount <= max.amount) return undefined;
  return new CliError(
    'listing_changed',
    `${slug} costs ${formatPrice(price)}, more than the ${formatMoney(max)} that you accept.`,
    {
      requestId: cause?.requestId,
      next: `See its price and revision: mkt listings show ${quoteArgument(slug)}`,
      cause,
    },
  );
}

/**
 * The listing, for the types of fields and for suggestions. If it cannot be read, the order is placed, or
 * refused, without them.
 */
export async function findListing(client: Client, listing: string, signal: AbortSignal) {
  try {
    return await client.listing(listing, { signal });
  } catch {
    return undefined;
  }
}
