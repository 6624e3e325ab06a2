import { IDEMPOTENCY_HOURS } from '@mkt/protocol';
import type { Arguments, Call, Tool } from '../call.ts';
import { CONFIRM } from '../orders/ask-first.ts';
import { buy } from '../orders/buy.ts';
import { LISTING_ADVICE } from './advice.ts';
import {
  checkNames,
  optionalInteger,
  optionalText,
  readGuards,
  requiredText,
} from './read-arguments.ts';

/** A seller's service has 30 s; most clients give up after 60 s. */
export const DEFAULT_WAIT_SECONDS = 40;
const MAX_WAIT_SECONDS = 55;

const ARGUMENTS = [
  'listing',
  'input',
  'maxPrice',
  'currency',
  'revision',
  'waitSeconds',
  'idempotencyKey',
  CONFIRM,
];

async function run(args: Arguments, call: Call) {
  checkNames(args, ARGUMENTS);
  const wait = optionalInteger(args, 'waitSeconds', [0, MAX_WAIT_SECONDS]) ?? DEFAULT_WAIT_SECONDS;
  return await buy(
    {
      listing: requiredText(args, 'listing', 100),
      input: args['input'] === undefined ? {} : args['input'],
      guards: readGuards(args),
      idempotencyKey: optionalText(args, 'idempotencyKey', 255),
      waitMs: wait * 1_000,
      confirm: optionalText(args, CONFIRM, 100),
    },
    call,
  );
}

export const CONFIRM_SCHEMA = {
  type: 'string',
  description: 'Only when an earlier result asked for it and the user agreed: the text from there.',
};

export const runListing: Tool = {
  name: 'run_listing',
  title: 'Run a listing',
  description:
    'Buys one call of a listing and returns its result with the id of the order. A call that completes costs the price of the listing, one that fails nothing. If the order has not settled in time, read it with get_order; do not run it again.',
  inputSchema: {
    type: 'object',
    properties: {
      listing: { type: 'string', description: 'Slug or id.' },
      input: { description: 'The input, which must match the input schema of the listing.' },
      maxPrice: { type: 'number', description: 'Refuse the call if it costs more, in currency.' },
      currency: { type: 'string', description: 'Currency of maxPrice. Default: USD.' },
      revision: {
        type: 'integer',
        description: 'Refuse the call if the listing has a different one.',
      },
      waitSeconds: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        default: DEFAULT_WAIT_SECONDS,
        description: 'How long to wait for the result.',
      },
      idempotencyKey: {
        type: 'string',
        description: `1 to 255 printable ASCII characters: within ${IDEMPOTENCY_HOURS} hours, the same call with the same one buys once. Or that of an earlier call that may have placed its order: returns that order.`,
      },
      [CONFIRM]: CONFIRM_SCHEMA,
    },
    required: ['listing'],
    additionalProperties: false,
  },
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
  isActivation: true,
  ifNotFound: LISTING_ADVICE,
  call: run,
};
