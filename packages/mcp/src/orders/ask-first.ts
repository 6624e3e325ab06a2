import { inputRequired } from '@modelcontextprotocol/server';
import type { Call, Outcome } from '../call.ts';
import { quoteSeller, sellerText } from '../sellers/seller-text.ts';
import { MAX_UNIT, showMoney } from '../session.ts';
import type { ToolResult } from '../tool-error.ts';
import { CONFIRMED_MINUTES, seal, type Sealed } from './seal.ts';

/** The name of the one question. */
export const QUESTION = 'confirm';
/** The argument with which an agent confirms a call in a client that cannot ask. */
export const CONFIRM = 'mkt_confirm';

const MAX_INPUT = 300;
/** The unit of a price whose seller names none. */
const USUAL_UNIT = 'call';

export interface Question extends Sealed {
  /** The idempotency key that the agent chose. */
  agentKey: string | undefined;
  /** Whether something was confirmed that no longer is as it was. */
  isStale?: boolean;
}

function costOf({ terms }: Question, { session }: Call): string {
  const { slug, revision, unit } = terms;
  const limit = session.confirmAbove;
  const above = limit
    ? ` That is above the limit of ${showMoney(limit)} for calls without confirmation.`
    : '';
  // Unquoted, a unit could pretend that this sentence says more.
  const per = unit === USUAL_UNIT ? unit : quoteSeller(unit, MAX_UNIT);
  return `${slug} (revision ${revision}) costs ${showMoney(terms)} per ${per}.${above}`;
}

/** Asks a person through the client or, if it cannot, tells the agent how to confirm. */
export function askFirst(question: Question, call: Call): Outcome {
  const { session, canAsk } = call;
  const { terms, input, isStale } = question;
  const sealed = seal(session.secret, question);
  const stale = isStale
    ? `The listing, its price or the input has changed since the confirmation, or more than ${CONFIRMED_MINUTES} minutes have passed. `
    : '';
  const cost = `${stale}${costOf(question, call)}`;
  if (!canAsk) return explain(cost, sealed, question);
  const shown = sellerText(JSON.stringify(input) ?? 'null', MAX_INPUT);
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        mode: 'form',
        message: `${cost} Buy this call? Input: ${shown}`,
        requestedSchema: {
          type: 'object',
          properties: {
            [QUESTION]: { type: 'boolean', title: `Buy for ${showMoney(terms)}`, default: true },
          },
        },
      }),
    },
    requestState: sealed,
  });
}

function explain(cost: string, sealed: string, { terms }: Question): ToolResult {
  return {
    isError: true,
    content: [
      {
        type: 'text',
        text: `confirmation_required: ${cost} No order was placed. Ask the user. If they agree, repeat exactly the same call with the argument ${CONFIRM}: "${sealed}". It is valid for ${CONFIRMED_MINUTES} minutes, for this input, this revision and this price.`,
      },
    ],
    structuredContent: {
      error: { type: 'confirmation_required', message: cost, ...terms, [CONFIRM]: sealed },
    },
  };
}
