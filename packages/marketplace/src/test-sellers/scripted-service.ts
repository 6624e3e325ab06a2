import { HEADERS, isObject } from '@mkt/protocol';
import {
  checkSignedCall,
  parseSigningSecrets,
  readSignature,
  SIGNATURE_PROBLEMS,
} from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';
import { type Clock, pause } from '../market/outside.ts';
import { createBoundedMap } from '../structures/collections.ts';
import type { FetchService } from './fetch-server.ts';

/** How a scripted seller responds to calls (docs/test/testing.md#behaviours). */
export type Behaviour =
  | 'ok'
  | 'slow'
  | 'timeout'
  | 'http-500'
  | 'bad-json'
  | 'schema-drift'
  | 'flaky';

/** What a script does unless the input of a call says otherwise. */
export interface Script {
  behaviour: Behaviour;
  /** How long `slow` takes. */
  delayMs: number;
  /** How many of the same calls `flaky` fails before one succeeds. */
  failTimes: number;
  /** The result of a call that succeeds. */
  result(input: unknown, attempt: number): unknown;
  /** What `schema-drift` returns in place of the result. */
  driftedResult(result: unknown): unknown;
}

/** What the input of a call tells the seller to do (docs/test/testing.md#inputs). */
interface Instructions {
  delayMs?: number;
  failTimes?: number;
  status?: number;
}

/** What the seller sends, and when; `never` holds the call until its caller gives up. */
type ScriptedResponse =
  | { kind: 'never' }
  | { kind: 'reply'; delayMs: number; status: number; text: string };

const FAILED = 500;

/** The instructions in an input that has passed the schema of the test listings. */
function instructionsOf(input: unknown): Instructions {
  if (!isObject(input)) return {};
  const instructions: Instructions = {};
  for (const name of ['delayMs', 'failTimes', 'status'] as const) {
    const value = input[name];
    if (typeof value === 'number') instructions[name] = value;
  }
  return instructions;
}

const isFailure = (attempt: number, failTimes: number) =>
  (attempt - 1) % (failTimes + 1) < failTimes;

/**
 * How a script responds to a call. `attempt` counts the calls of this buyer with this input, from 1:
 * with it every behaviour is predictable.
 */
function responseOf(
  script: Script,
  input: unknown,
  attempt: number,
  instructions: Instructions,
): ScriptedResponse {
  const { behaviour } = script;
  if (behaviour === 'timeout') return { kind: 'never' };
  const delayMs = instructions.delayMs ?? (behaviour === 'slow' ? script.delayMs : 0);
  const failTimes = instructions.failTimes ?? (behaviour === 'flaky' ? script.failTimes : 0);
  const reply = (status: number, text: string): ScriptedResponse => ({
    kind: 'reply',
    delayMs,
    status,
    text,
  });
  if (behaviour === 'http-500' || isFailure(attempt, failTimes)) {
    const error = `Failed on purpose: attempt ${attempt} of this input`;
    return reply(instructions.status ?? FAILED, JSON.stringify({ error }));
  }
  const result = script.result(input, attempt);
  switch (behaviour) {
    case 'bad-json':
      return reply(200, `${JSON.stringify(result).slice(0, -1)},`);
    case 'schema-drift':
      return reply(200, JSON.stringify(script.driftedResult(result)));
    case 'ok':
    case 'slow':
    case 'flaky':
      return reply(200, JSON.stringify(result));
  }
}

/** Inputs whose calls are counted. */
const MAX_COUNTED = 10_000;

/** A call that a scripted seller has received. */
export interface ScriptedCall {
  orderId: string;
  /** The pseudonym of the buyer. */
  buyerId: string;
  input: unknown;
  /** How often this buyer has sent this input, this call included. */
  attempt: number;
}

/** What a scripted seller says of itself, in the form of a contract's `provider`. */
export interface ScriptedContract {
  title: string;
  description: string;
  category?: string;
  price?: object;
  inputSchema?: unknown;
  outputSchema?: unknown;
  requestExampleJson?: string;
  responseExampleJson?: string;
}

interface ScriptedServiceOptions {
  contract: ScriptedContract;
  /** What the paths of its endpoints begin with, as in `/mkt-test-ok`; nothing by default. */
  basePath?: string;
  /** Read at each call. */
  script(): Script;
  /** Whether the input may set a delay or a failure. */
  followsInstructions: boolean;
  /** Comma-separated; calls that are not signed with one of them get a 401. */
  secrets(): string | undefined;
  clock: Pick<Clock, 'now' | 'after'>;
  onCall?(call: ScriptedCall): void;
  /** Called when a call waits for its delay, or for its caller to give up. */
  onHold?(orderId: string): void;
  /** Called right before the response to a call is sent. */
  onResponse?(orderId: string): void;
}

const JSON_HEADERS = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

const text = (status: number, body: string | null) =>
  new Response(body, { status, headers: JSON_HEADERS });
const json = (value: unknown, status = 200) => text(status, JSON.stringify(value));

/** Never resolves before the caller has gone. */
const held = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });

/** The `provider` of a contract, for a service at this address. */
export function providerAt(address: string, contract: ScriptedContract) {
  const { inputSchema, outputSchema, requestExampleJson, responseExampleJson, ...listing } =
    contract;
  const runContract = {
    method: 'POST' as const,
    endpointPath: `${address}/run`,
    healthEndpoint: `${address}/health`,
    inputSchema,
    outputSchema,
    requestExampleJson,
    responseExampleJson,
  };
  return { ...listing, runContract };
}

/** A seller's service that responds according to a script, as docs/reference/seller-interface.md requires. */
export function scriptedService(options: ScriptedServiceOptions): FetchService {
  const { contract, clock, basePath = '' } = options;
  const attempts = createBoundedMap<number>({ max: MAX_COUNTED });

  function verified(request: Request, body: Uint8Array) {
    const values = (name: string) => {
      const value = request.headers.get(name);
      return value === null ? [] : [value];
    };
    const read = readSignature({
      signature: values(HEADERS.signature),
      payload: values(HEADERS.payload),
    });
    if (!read.ok) return read;
    const keys = parseSigningSecrets(options.secrets() ?? '') ?? [];
    if (!nodeSigner(keys).matches(read, body)) {
      return { ok: false, reason: 'bad_signature' } as const;
    }
    return checkSignedCall(read, clock.now());
  }

  async function run(request: Request): Promise<Response> {
    const body = new Uint8Array(await request.arrayBuffer());
    const call = verified(request, body);
    if (!call.ok) return json({ error: SIGNATURE_PROBLEMS[call.reason] }, 401);
    const { orderId, buyerId } = call.envelope;
    const sent = new TextDecoder().decode(body);
    const input: unknown = JSON.parse(sent);
    const key = `${buyerId} ${sent}`;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    options.onCall?.({ orderId, buyerId, input, attempt });
    const instructions = options.followsInstructions ? instructionsOf(input) : {};
    const response = responseOf(options.script(), input, attempt, instructions);
    const isHeld = response.kind === 'never' || response.delayMs > 0;
    if (isHeld) options.onHold?.(orderId);
    if (response.kind === 'never') await held(request.signal);
    else if (isHeld) await pause(clock, response.delayMs, request.signal);
    options.onResponse?.(orderId);
    return response.kind === 'never' ? text(504, null) : text(response.status, response.text);
  }

  return {
    async fetch(request) {
      const { origin, pathname } = new URL(request.url);
      const path = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : undefined;
      switch (`${request.method} ${path}`) {
        case 'GET ':
        case 'GET /':
          return json({ name: contract.title, description: contract.description });
        case 'GET /contract':
          return json({ provider: providerAt(origin + basePath, contract) });
        case 'GET /health':
          return json({ status: 'ok' });
        case 'GET /run':
        case 'HEAD /run':
          return text(200, null);
        case 'POST /run':
          return run(request);
        default:
          return json({ error: 'Not found' }, 404);
      }
    },
  };
}
