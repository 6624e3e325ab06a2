import { ApiError, MktError } from '@mkt/client';
import { isObject } from '@mkt/protocol';

/** A call of a tool that cannot be carried out; its message says what the agent can do. */
export class ToolError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.name = 'ToolError';
    this.type = type;
  }
}

export interface ToolResult {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

const NEXT_STEPS: Readonly<Record<string, string>> = {
  unauthenticated: 'The MCP server needs a valid API key of the marketplace.',
  insufficient_scope:
    'The API key of this MCP server does not allow this; its owner can change that.',
  budget_exceeded:
    'The budget of the API key does not allow this call. Do not try to work around it: tell the user.',
  listing_changed: 'Read the listing again with show_listing.',
  not_found: 'Find the right name with search_listings.',
  invalid_input: 'Correct the input; show_listing has its schema.',
  rate_limited: 'Wait before trying again.',
};

/** Members of an error response that say what would be allowed. */
const FACTS = [
  'reason',
  'remaining',
  'limit',
  'price',
  'requiredScope',
  'from',
  'to',
  'allowed',
] as const;

function factsOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof ApiError)) return {};
  const body = isObject(error.body) ? error.body : {};
  const facts = FACTS.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]);
  return {
    ...Object.fromEntries(facts),
    ...(error.details.length > 0 && { details: error.details }),
    ...(error.retryAfterMs !== undefined && {
      retryAfterSeconds: Math.ceil(error.retryAfterMs / 1_000),
    }),
  };
}

/** What an agent needs to know after an activation that failed. */
function aboutOrder(type: string, key: string | undefined, isActivation: boolean): string[] {
  if (key !== undefined) {
    return [
      `The order may have been placed. Before anything else, find out: call run_listing with the same listing, input and conditions, and with idempotencyKey ${JSON.stringify(key)}. That returns the order if there is one, and never buys twice.`,
    ];
  }
  if (type === 'idempotency_key_reused') {
    return ['An order with this key exists; the user can find it with: mkt orders list'];
  }
  return isActivation ? ['No order was placed.'] : [];
}

/** An error as the result of a tool. `isActivation`: the tool was to place an order. */
export function errorResult(error: unknown, isActivation: boolean): ToolResult {
  if (!(error instanceof MktError || error instanceof ToolError)) throw error;
  const { type, message } = error;
  const { requestId, idempotencyKey } = error instanceof MktError ? error : {};
  const facts = factsOf(error);
  const shown = ['reason', 'remaining', 'price'].filter((name) => facts[name] !== undefined);
  const text = [
    message,
    ...shown.map((name) => `${name}: ${JSON.stringify(facts[name])}.`),
    ...aboutOrder(type, idempotencyKey, isActivation),
    ...(NEXT_STEPS[type] === undefined ? [] : [NEXT_STEPS[type]]),
  ].join(' ');
  return {
    isError: true,
    content: [{ type: 'text', text: `${type}: ${text}` }],
    structuredContent: {
      error: {
        type,
        message,
        ...facts,
        ...(requestId !== undefined && { requestId }),
        ...(idempotencyKey !== undefined && { idempotencyKey, orderMayExist: true }),
      },
    },
  };
}
