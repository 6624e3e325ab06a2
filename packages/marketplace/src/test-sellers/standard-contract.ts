/** Longer than the marketplace waits for a seller (docs/limits.md#sizes-and-times). */
const MAX_DELAY_MS = 60_000;
const MAX_FAILURES = 100;

/** The input of a scripted seller without schemas of its own (docs/testing.md#inputs). */
export const STANDARD_INPUT = {
  type: 'object',
  properties: {
    message: { type: 'string', maxLength: 1_000, description: 'Is returned in the result.' },
    delayMs: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_DELAY_MS,
      description: 'Answers after this many milliseconds.',
    },
    failTimes: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_FAILURES,
      description: 'Fails this many calls with the same input before one succeeds.',
    },
    status: {
      type: 'integer',
      minimum: 400,
      maximum: 599,
      description: 'The HTTP status of a call that fails.',
    },
  },
  additionalProperties: false,
};

export const STANDARD_OUTPUT = {
  type: 'object',
  required: ['message', 'attempt'],
  properties: {
    message: { type: 'string', description: 'The message of the input.' },
    attempt: {
      type: 'integer',
      minimum: 1,
      description: 'How often you have sent this input to this listing.',
    },
  },
  additionalProperties: false,
};

const messageOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'message' in input ? input.message : 'ok';

export const standardResult = (input: unknown, attempt: number) => ({
  message: messageOf(input),
  attempt,
});

/** Breaks `STANDARD_OUTPUT` in two ways: a member has another type, and one is missing. */
export const driftedStandardResult = () => ({ message: 42 });
