import { randomUUID } from 'node:crypto';
import { inProcessSchemaValidator, sendCall, type TransportOutcome } from '@mkt/conformance';
import { parseJson, type Detail } from '@mkt/protocol';
import { nodeTransport } from '../validate/node-transport.ts';
import type { FoundCall } from './find-call.ts';

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
