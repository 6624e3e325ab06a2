import { NotFoundError } from '@mkt/client';
import type { Tool } from '../call.ts';
import type { Session } from '../session.ts';
import { cancelOrder } from './cancel-order.ts';
import { getOrder } from './orders.ts';
import { listOrders } from './list-orders.ts';
import { readListingTool } from './listing-tool.ts';
import { runListing } from './run-listing.ts';
import { searchListings } from './listings.ts';
import { showListing } from './show-listing.ts';
import { whoami } from './whoami.ts';

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

/** The tools of a session; a listing that no longer exists has none. */
export async function listTools(session: Session, signal: AbortSignal): Promise<Tool[]> {
  const ofListings = session.listings.map(async (name) => {
    try {
      return [await readListingTool(name, session, signal)];
    } catch (error) {
      if (error instanceof NotFoundError) return [];
      throw error;
    }
  });
  return [...toolsOf(session), ...(await Promise.all(ofListings)).flat()];
}

/** The tool of a name, or undefined if the session has none. */
export async function findTool(
  name: string,
  session: Session,
  signal: AbortSignal,
): Promise<Tool | undefined> {
  if (session.listings.includes(name)) return await readListingTool(name, session, signal);
  return toolsOf(session).find((tool) => tool.name === name);
}
