import { ApiError, NotFoundError } from '@mkt/client';
import { budgetLeft } from '../orders/order-result.ts';
import { recordResult, WEBHOOK_SCOPE } from '../results/tool-result.ts';
import { sellerText } from '../sellers/seller-text.ts';
import type { Arguments, Call, Tool } from '../call.ts';
import type { Session } from '../session.ts';
import { searchListings, showListing } from './listings.ts';
import { cancelOrder, getOrder, listOrders } from './orders.ts';
import { checkNames } from './read-arguments.ts';
import { readListingTool, runListing } from './run-listing.ts';
import { WEBHOOK_TOOLS } from './webhooks.ts';

const MAX_NAME = 100;

async function read(args: Arguments, { session, signal }: Call) {
  checkNames(args, []);
  const me = await session.market.me({ signal });
  const left = budgetLeft(me) || 'Nothing limits what this API key may spend.';
  const keyName = me.keyName === null ? null : sellerText(me.keyName, MAX_NAME);
  return recordResult(left, { keyName, scopes: me.scopes, budget: me.budget });
}

const whoami: Tool = {
  name: 'whoami',
  title: 'Read the budget',
  description:
    'Shows the API key that pays for calls: its name, its budget and what is left of it.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  annotations: { readOnlyHint: true, openWorldHint: true },
  isActivation: false,
  ifNotFound: '',
  call: read,
};

/** The tools that every session has. A slug has no underscore, so no listing has one of these names. */
const toolsOf = (session: Session): Tool[] => [
  searchListings,
  showListing,
  runListing(session),
  listOrders,
  getOrder,
  cancelOrder,
  whoami,
];

/** Those of webhooks are shown only to a key that may use them: others would read them for nothing. */
async function readWebhookTools(
  { market }: Session,
  signal: AbortSignal,
): Promise<readonly Tool[]> {
  try {
    const { scopes } = await market.me({ signal });
    return scopes.includes(WEBHOOK_SCOPE) ? WEBHOOK_TOOLS : [];
  } catch (error) {
    // Without a key, an agent can still search.
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** The tools of a session; a listing that no longer exists has none. */
export async function listTools(session: Session, signal: AbortSignal): Promise<Tool[]> {
  const ofWebhooks = readWebhookTools(session, signal);
  const ofListings = session.listings.map(async (name) => {
    try {
      return [await readListingTool(name, session, signal)];
    } catch (error) {
      if (error instanceof NotFoundError) return [];
      throw error;
    }
  });
  const [webhooks, ...listings] = await Promise.all([ofWebhooks, ...ofListings]);
  return [...toolsOf(session), ...webhooks, ...listings.flat()];
}

/** The tool of a name, or undefined if the session has none. */
export async function findTool(
  name: string,
  session: Session,
  signal: AbortSignal,
): Promise<Tool | undefined> {
  if (session.listings.includes(name)) return await readListingTool(name, session, signal);
  return [...toolsOf(session), ...WEBHOOK_TOOLS].find((tool) => tool.name === name);
}
