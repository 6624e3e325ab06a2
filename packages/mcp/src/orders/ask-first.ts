import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { inputRequired } from '@modelcontextprotocol/server';
import { recordResult, type ToolResult } from '../results/tool-result.ts';
import { quoteSeller, sellerText } from '../sellers/seller-text.ts';
import type { Call, Outcome } from '../call.ts';
import { MAX_UNIT, sealSecret, showMoney, type Terms } from '../session.ts';

/** How long a confirmation is valid. */
const CONFIRMED_MINUTES = 15;
const MAC_CHARACTERS = 24;
const SHAPE = /^(\d{1,10})\.([\da-z]{1,9})\.([\da-f]{12})\.([\w-]{24})$/;

const KEY = 'mcp-';

/** What a seal vouches for. */
interface Sealed {
  terms: Terms;
  input: unknown;
}

/** JSON with sorted members, because an agent may write them in another order in each call. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { members: members.map(([name, inner]) => [name, sorted(inner)]) };
}

function macOf(secret: string, head: string, { terms, input }: Sealed): string {
  const { slug, revision, amount, currency, unit } = terms;
  const digest = createHash('sha256')
    .update(JSON.stringify(sorted(input)) ?? '')
    .digest('base64');
  const text = JSON.stringify([head, slug, revision, amount, currency, unit, digest]);
  return createHmac('sha256', `mkt mcp confirmation ${secret}`)
    .update(text)
    .digest('base64url')
    .slice(0, MAC_CHARACTERS);
}

const NONCE_BYTES = 6;

/** What names the order: random, or the same for every confirmation of one key of the agent. */
function nonceOf(secret: string, agentKey: string | undefined): string {
  if (agentKey === undefined) return randomBytes(NONCE_BYTES).toString('hex');
  const [, , , asked] = SHAPE.exec(sealInQuestion(agentKey) ?? '') ?? [];
  if (asked !== undefined) return asked;
  const mac = createHmac('sha256', `mkt mcp order ${secret}`).update(agentKey).digest('hex');
  return mac.slice(0, 2 * NONCE_BYTES);
}

/**
 * A short text that identifies exactly these terms and this input for 15 minutes: a process that knows
 * the API key can check it, and neither an agent nor a client can make one. `agentKey` is the idempotency
 * key that the agent chose.
 */
export function seal(
  secret: string,
  { agentKey, ...sealed }: Sealed & { agentKey: string | undefined },
  now = Date.now(),
): string {
  const expires = Math.floor((now + CONFIRMED_MINUTES * 60_000) / 1_000).toString(36);
  const head = `${sealed.terms.revision}.${expires}.${nonceOf(secret, agentKey)}`;
  return `${head}.${macOf(secret, head, sealed)}`;
}

export function isSealOf(secret: string, text: string, sealed: Sealed, now = Date.now()): boolean {
  const [, revision, expires = '', nonce, mac = ''] = SHAPE.exec(text) ?? [];
  if (revision === undefined || Number.parseInt(expires, 36) * 1_000 < now) return false;
  const expected = macOf(secret, `${revision}.${expires}.${nonce}`, sealed);
  return timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
}

/**
 * The idempotency key of the one order that a seal allows, whatever else the call that brings the seal
 * contains: a seal that was used returns its order. Two seals for the same key of an agent allow only
 * one order in total.
 */
export function keyOfSeal(text: string): string {
  const [, , , nonce = ''] = SHAPE.exec(text) ?? [];
  return `${KEY}${nonce}`;
}

/** The idempotency key with which an agent asks for the outcome of a seal's order. */
export const questionAbout = (text: string) => `${KEY}${text}`;

/** The seal in such a question. */
export function sealInQuestion(key: string | undefined): string | undefined {
  const text = key?.startsWith(KEY) ? key.slice(KEY.length) : undefined;
  return text !== undefined && SHAPE.test(text) ? text : undefined;
}

/** The name of the one question. */
export const QUESTION = 'confirm';
/** The argument with which an agent confirms a call, if it may. */
export const CONFIRM = 'mkt_confirm';

const MAX_INPUT = 300;
/** The unit of a price whose seller names none. */
const USUAL_UNIT = 'call';

interface Question extends Sealed {
  /** The idempotency key that the agent chose. */
  agentKey: string | undefined;
  /** Whether a confirmation was sent that no longer matches the terms or the input. */
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
