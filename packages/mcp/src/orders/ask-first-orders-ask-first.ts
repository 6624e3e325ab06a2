import { inputRequired } from '@modelcontextprotocol/server';
import type { Call, Outcome } from '../call.ts';
import { quoteSeller, sellerText } from '../sellers/seller-text.ts';
import { MAX_UNIT, sealSecret, showMoney } from '../session.ts';
import { recordResult, type ToolResult } from '../results/tool-result-results-tool-result.ts';
import { CONFIRMED_MINUTES, seal, type Sealed } from './ask-first.ts';

/** The name of the one question. */
export const QUESTION = 'confirm';
/** The argument with which an agent confirms a call, if it may. */
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

/** Asks a person through the client. If it cannot, refuses the call, or lets the agent confirm it. */
export function askFirst(question: Question, call: Call): Outcome {
  const { session, canAsk } = call;
  const { terms, input, isStale } = question;
  const stale = isStale
    ? `The listing, its price or the input has changed since the confirmation, or more than ${CONFIRMED_MINUTES} minutes have passed. `
    : '';
  const cost = `${stale}${costOf(question, call)}`;
  if (!canAsk && !session.agentConfirms) return refuse(cost, question);
  const sealed = seal(sealSecret(session), question);
  if (!canAsk) return letAgentConfirm(cost, sealed, question);
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

const refusal = (text: string, error: Record<string, unknown>): ToolResult => ({
  ...recordResult(`confirmation_required: ${text}`, {
    error: { type: 'confirmation_required', ...error },
  }),
  isError: true,
});

function refuse(cost: string, { terms }: Question): ToolResult {
  return refusal(
    `${cost} No order was placed, and you cannot confirm it: this client cannot ask a person over this connection. Tell the user the price. They can buy the call themselves, in the dashboard or with \`mkt run ${terms.slug}\`, or change confirmAbove in the settings of this MCP server.`,
    { ...terms },
  );
}

function letAgentConfirm(cost: string, sealed: string, { terms }: Question): ToolResult {
  return refusal(
    `${cost} No order was placed. Ask the user. If they agree, repeat exactly the same call with the argument ${CONFIRM}: "${sealed}". It is valid for ${CONFIRMED_MINUTES} minutes, for this input, this revision and this price.`,
    { ...terms, [CONFIRM]: sealed },
  );
}
