import { OVER_PRECISE, overPrecisePath, parseJson, type ReadValue } from '@mkt/protocol';
import { failure } from './responses.ts';
import type { PreparedService } from './prepared-service.ts';
import { sentenceOf } from './schema-check.ts';
import type { CheckedValue } from './schema-source.ts';
import type { ServiceRequest } from './service-request-src-service-request.ts';
import { proceed, respondWith, type Step } from './step.ts';

/** What `run` receives. */
export interface Input {
  value: unknown;
  /** The body as it was sent; for GET and DELETE the query string. */
  text: string;
}

/** Reads the JSON body or the query string, and checks it against `input`. */
export function readInput(
  { readQuery, input }: PreparedService,
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
    if (!parsed.ok) return respondWith(failure(400, `The body ${parsed.message}`));
    ({ text } = parsed);
    read = parsed;
  }
  const longNumber = overPrecisePath(read);
  if (longNumber !== undefined) {
    return respondWith(failure(400, `${MISMATCH}: ${longNumber || 'the input'} ${OVER_PRECISE}`));
  }
  if (!input) return proceed({ value: read.value, text });
  const checked = input.read(read);
  return checked instanceof Promise
    ? checked.then((settled) => stepOf(settled, text))
    : stepOf(checked, text);
}

const MISMATCH = 'The input does not match the input schema';

const stepOf = (checked: CheckedValue, text: string): Step<Input> =>
  checked.ok
    ? proceed({ value: checked.value, text })
    : respondWith(failure(400, `${MISMATCH}: ${sentenceOf(checked.details, 'the input')}`));
