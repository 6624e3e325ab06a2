import { LIMITS, parseJson } from '@mkt/protocol';
import { failure, INTERNAL, jsonText, type ServiceResponse } from './responses.ts';
import type { PreparedService } from './prepared-service.ts';
import { sentenceOf } from './schema-check.ts';

/**
 * The response with a result of `run` as JSON; `undefined` becomes `null`. In development a result
 * that does not match `output`, or that the marketplace would refuse, becomes a 500 that says
 * where.
 */
export function resultResponse(
  service: PreparedService,
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
    service.logger.error(
      `[mkt] ${service.name}: run returned a value that cannot be written as JSON.`,
      cause,
    );
    return INTERNAL;
  }
  return service.checksResults ? checkedResponse(service, text) : jsonText(200, text);
}

async function checkedResponse(service: PreparedService, text: string): Promise<ServiceResponse> {
  const problem = await problemOf(service, text);
  if (problem === undefined) return jsonText(200, text);
  service.logger.error(`[mkt] ${service.name}: ${problem}`);
  return failure(500, problem);
}

/** Checks the text that is sent, not the value that `run` returned: a Date is a string by then. */
async function problemOf({ output }: PreparedService, text: string): Promise<string | undefined> {
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
