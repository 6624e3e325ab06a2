import { parseJson } from '@mkt/protocol';
import { failure } from './answers.ts';
import { end, go, type Runner, type Step } from './runner.ts';
import { sentenceOf } from './schema-check.ts';
import type { ReadValue } from './schema-source.ts';
import type { ServiceRequest } from './service-request.ts';

/** What `run` will be given: JSON of the body or the query string, checked against `input`. */
export function readInput(
  { readQuery, input }: Runner,
  request: ServiceRequest,
  bytes: Uint8Array,
): Step<unknown> | Promise<Step<unknown>> {
  let value: unknown;
  if (readQuery) {
    value = readQuery(request.query);
  } else {
    const parsed = parseJson(bytes);
    if (!parsed.ok) return end(failure(400, `The body ${parsed.message}`));
    value = parsed.value;
  }
  if (!input) return go(value);
  const read = input.read(value);
  return read instanceof Promise ? read.then(stepOf) : stepOf(read);
}

const stepOf = (read: ReadValue): Step<unknown> =>
  read.ok
    ? go(read.value)
    : end(failure(400, `The input does not fit: ${sentenceOf(read.details, 'it')}`));
