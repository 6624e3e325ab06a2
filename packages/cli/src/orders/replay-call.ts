import { randomUUID } from 'node:crypto';
import type { Client, RequestOptions } from '@mkt/client';
import { inProcessSchemaValidator, sendCall, type TransportOutcome } from '@mkt/conformance';
import { type Detail, parseJson, type RunContract } from '@mkt/protocol';
import { isLoopback } from '../store/loopback.ts';
import { nodeTransport } from '../validate/node-transport.ts';
import { contractAt } from '../validate/served-contract.ts';

/** Where services made with the seller kit are called: a buyer does not know the endpoint of a listing. */
const DEFAULT_PATH = '/run';

interface Target {
  /** The URL to call. */
  url: string;
  /** Whether it is on this machine. */
  isLocal: boolean;
}

/**
 * Where to send a call. `to` is the base address of a service, or the address of its endpoint. On this
 * machine the contract at the base address says which; elsewhere nothing is requested, and the path of
 * the listing’s endpoint decides. The query of the endpoint is kept, because the marketplace sends it too.
 */
export async function targetOf(
  to: string,
  endpointPath: string | undefined,
  signal: AbortSignal,
): Promise<Target> {
  const url = new URL(to);
  url.hash = '';
  const isLocal = isLoopback(url.href);
  const served = isLocal ? await contractAt(to, signal) : undefined;
  const endpoint = URL.parse(served?.endpointPath ?? endpointPath ?? '');
  const base = url.pathname.replace(/\/*$/, '/');
  const isBase = served?.endpointPath !== undefined || endpoint?.pathname.startsWith(base);
  if (endpoint && isBase) url.pathname = endpoint.pathname;
  else if (url.pathname === '/') url.pathname = DEFAULT_PATH;
  if (url.search === '' && endpoint) url.search = endpoint.search;
  return { url: url.href, isLocal };
}

/** An order with what is needed to send its call again. */
interface StoredCall {
  orderId: string;
  listingId: string;
  /** The pseudonym of the buyer, which only the seller sees. */
  buyerId: string | undefined;
  /** JSON text, as the buyer sent it. */
  inputJson: string;
  /** What the call led to: its state, and a `failure` if it failed. */
  orderState: string;
  /** The revision of the listing when the order was placed. */
  revision: number;
}

interface FoundCall {
  call: StoredCall;
  /** The contract as it is now; only its seller knows the endpoint. */
  contract: Omit<RunContract, 'endpointPath'> & { endpointPath?: string };
  revision: number;
}

interface Stored {
  id: string;
  listingId: string;
  orderState: string;
  revision: number;
  requestBodyText?: string;
}

/**
 * The order with this id: a call to one of your listings, otherwise one that you placed. Throws the
 * client's NotFoundError if it is neither.
 */
export async function findCall(
  client: Client,
  id: string,
  signal: AbortSignal,
): Promise<FoundCall> {
  const options = { signal };
  const sale = await saleOf(client, id, options);
  if (sale) {
    const { runContract, revision } = await client.listings.get(sale.listingId, options);
    return { call: storedCall(sale, sale.buyerId), contract: runContract, revision };
  }
  const order = await client.orders.get(id, options);
  const { runContract, revision } = await client.listing(order.listingId, options);
  return { call: storedCall(order, undefined), contract: runContract, revision };
}

/** `undefined` if there is no such call, or for a buyer's key, which may lack the scope of sellers. */
async function saleOf(client: Client, id: string, options: RequestOptions) {
  const { NotFoundError, PermissionError } = await import('@mkt/client');
  try {
    return await client.sales.get(id, options);
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof PermissionError) return undefined;
    throw error;
  }
}

const storedCall = (order: Stored, buyerId: string | undefined): StoredCall => ({
  orderId: order.id,
  listingId: order.listingId,
  buyerId,
  inputJson: order.requestBodyText ?? 'null',
  orderState: order.orderState,
  revision: order.revision,
});

export interface Replay {
  /** The order whose call was sent again. */
  replayOf: string;
  /** The id in the new call, which no marketplace knows. */
  orderId: string;
  to: string;
  isSigned: boolean;
  /** HTTP status; `null` without a response. */
  status: number | null;
  durationMs: number | null;
  /** Why there is no response, or why its body is not the result of a call. */
  problem: string | null;
  /** Whether the result matches the listing's `outputSchema`; `null` without one or without a result. */
  outputValid: boolean | null;
  outputErrors: Detail[];
  /** JSON text of the response, with all digits of its numbers; `undefined` if it is not JSON. */
  resultText: string | undefined;
}

interface ReplayOptions {
  found: FoundCall;
  url: string;
  secrets: string | undefined;
  signal: AbortSignal;
}

/** Sends the call of an order again, with a new order id and a fresh signature. */
export async function replayCall({ found, url, secrets, signal }: ReplayOptions): Promise<Replay> {
  const { call, contract } = found;
  const orderId = randomUUID();
  const outcome = await sendCall({
    contract: { ...contract, endpointPath: url },
    inputJson: call.inputJson,
    envelope: { orderId, listingId: call.listingId, buyerId: call.buyerId ?? 'replay' },
    secrets,
    transport: nodeTransport({ allowPrivate: true }),
    signal,
  });
  signal.throwIfAborted();
  const sent = { replayOf: call.orderId, orderId, to: url, isSigned: secrets !== undefined };
  return { ...sent, ...(await judge(outcome, contract.outputSchema)) };
}

type Judged = Omit<Replay, 'replayOf' | 'orderId' | 'to' | 'isSigned'>;

const NO_RESULT = { outputValid: null, outputErrors: [], resultText: undefined };

async function judge(outcome: TransportOutcome, outputSchema: unknown): Promise<Judged> {
  if (outcome.kind !== 'response') {
    const problem = `The service ${outcome.message}.`;
    return { status: null, durationMs: null, problem, ...NO_RESULT };
  }
  const { status, latencyMs, body } = outcome;
  const response = { status, durationMs: Math.round(latencyMs) };
  const isSuccess = status >= 200 && status < 300;
  // The marketplace completes such an order with the result null.
  const parsed = parseJson(body.length === 0 && isSuccess ? Buffer.from('null') : body);
  if (!parsed.ok) {
    const problem = isSuccess
      ? `The response ${parsed.message}.`
      : `The service responded with ${status}.`;
    return { ...response, problem, ...NO_RESULT };
  }
  const resultText = parsed.text;
  if (!isSuccess) {
    const problem = `The service responded with ${status}.`;
    return { ...response, problem, ...NO_RESULT, resultText };
  }
  if (outputSchema === undefined) {
    return { ...response, problem: null, outputValid: null, outputErrors: [], resultText };
  }
  const verdict = await inProcessSchemaValidator().validate(outputSchema, parsed);
  const outputErrors = verdict.ok === false ? verdict.details : [];
  const outputValid = verdict.ok === 'timeout' ? null : verdict.ok;
  return { ...response, problem: null, outputValid, outputErrors, resultText };
}
