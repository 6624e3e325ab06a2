import { isObject } from '@mkt/protocol';

/** How a scripted seller responds to calls (docs/testing.md#behaviours). */
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

/** What the input of a call tells the seller to do (docs/testing.md#inputs). */
export interface Instructions {
  delayMs?: number;
  failTimes?: number;
  status?: number;
}

/** What the seller sends, and when; `never` holds the call until its caller gives up. */
export type ScriptedResponse =
  | { kind: 'never' }
  | { kind: 'reply'; delayMs: number; status: number; text: string };

const FAILED = 500;

/** The instructions in an input that has passed the schema of the test listings. */
export function instructionsOf(input: unknown): Instructions {
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
export function responseOf(
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
