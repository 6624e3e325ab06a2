import { LIMITS, parseJson } from '@mkt/protocol';
import { failure, INTERNAL, jsonText, type ServiceResponse } from './responses.ts';
import type { Runner } from './runner.ts';
import { sentenceOf } from './schema-check.ts';

/**
 * The response with a result of `run` as JSON; `undefined` becomes `null`. In development a result
 * that does not match `output`, or that the marketplace would refuse, becomes a 500 that says
 * where.
 */
export function resultResponse(
  runner: Runner,
  result: unknown,
): ServiceResponse | Promise<ServiceResponse> {
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(result ?? null);
  } catch (error) {
    cause = error;
  }
  if (text === undefined) {
    runner.logger.error(
      `[mkt] ${runner.name}: run returned a value that cannot be written as JSON.`,
      cause,
    );
    return INTERNAL;
  }
  return runner.checksResults ? checkedResponse(runner, text) : jsonText(200, text);
}

async function checkedResponse(runner: Runner, text: string): Promise<ServiceResponse> {
  const problem = await problemOf(runner, text);
  if (problem === undefined) return jsonText(200, text);
  runner.logger.error(`[mkt] ${runner.name}: ${problem}`);
  return failure(500, problem);
}

/** Checks the text that is sent, not the value that `run` returned: a Date is a string by then. */
async function problemOf({ output }: Runner, text: string): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > LIMITS.resultBytes) {
    return `The result is larger than the ${LIMITS.resultBytes} bytes that the marketplace accepts`;
  }
  const parsed = parseJson(bytes);
  if (!parsed.ok) return `The result ${parsed.message}`;
  const read = await output?.read(parsed);
  return read?.ok === false
    ? `The result does not match the output schema: ${sentenceOf(read.details, 'the result')}`
    : undefined;
}
