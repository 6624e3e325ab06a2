import { OVER_PRECISE, overPrecisePath, parseJson, type ReadValue } from '@mkt/protocol';
import { failure } from './answers.ts';
import { end, go, type Runner, type Step } from './runner.ts';
import { sentenceOf } from './schema-check.ts';
import type { CheckedValue } from './schema-source.ts';
import type { ServiceRequest } from './service-request.ts';

/** What `run` will be given. */
export interface Input {
  value: unknown;
  /** The body, or the query string in its place, as it was sent. */
  text: string;
}

/** JSON of the body or the query string, checked against `input`. */
export function readInput(
  { readQuery, input }: Runner,
  request: ServiceRequest,
  bytes: Uint8Array,
): Step<Input> | Promise<Step<Input>> {
  let read: ReadValue;
  let text: string;
  if (readQuery) {
    text = request.query;
    read = readQuery(text);
  } else {
    const parsed = parseJson(bytes);
    if (!parsed.ok) return end(failure(400, `The body ${parsed.message}`));
    ({ text } = parsed);
    read = parsed;
  }
  const longNumber = overPrecisePath(read);
  if (longNumber !== undefined) {
    return end(failure(400, `The input does not fit: ${longNumber || 'it'} ${OVER_PRECISE}`));
  }
  if (!input) return go({ value: read.value, text });
  const checked = input.read(read);
  return checked instanceof Promise
    ? checked.then((settled) => stepOf(settled, text))
    : stepOf(checked, text);
}

const stepOf = (checked: CheckedValue, text: string): Step<Input> =>
  checked.ok
    ? go({ value: checked.value, text })
    : end(failure(400, `The input does not fit: ${sentenceOf(checked.details, 'it')}`));
