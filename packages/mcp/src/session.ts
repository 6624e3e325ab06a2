import type { CatalogueListing, Client } from '@mkt/client';

/** The part of a client that the engine uses. */
export type Market = Pick<Client, 'activate' | 'listing' | 'me' | 'orders' | 'search' | 'webhooks'>;

export interface Money {
  amount: number;
  currency: string;
}

/** What one agent may see, and when it must ask first. */
export interface Session {
  market: Market;
  /** Seals confirmations; the API key, so that every process of a marketplace accepts them. */
  secret: string;
  /** Slugs or ids of the listings that are tools of their own. */
  listings: readonly string[];
  /** Calls that cost more ask first, and so do those that cost anything in a different currency. */
  confirmAbove: Money | undefined;
  /** Whether the agent itself may confirm such a call if the client cannot ask a person. */
  agentConfirms: boolean;
}

/** A code that was given to an agent confirms nothing in a session in which a person confirms. */
export const sealSecret = ({ secret, agentConfirms }: Session) =>
  `${agentConfirms ? 'agent' : 'person'} ${secret}`;

const LISTING_NAME = /^[\da-z-]{1,64}$/;
/** More tools than that confuse an agent, and each is read from the marketplace when they are listed. */
export const MAX_LISTING_TOOLS = 20;

/**
 * The names in a list separated by commas, each once, or a sentence that says what is wrong with it.
 * A slug or an id is a valid name of a tool as it is.
 */
export function readListingNames(text: string): readonly string[] | { problem: string } {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter(Boolean);
  const wrong = names.find((name) => !LISTING_NAME.test(name));
  if (wrong !== undefined) {
    return { problem: 'listings must be slugs or ids, separated by commas, as in weather,qr-code' };
  }
  if (names.length > MAX_LISTING_TOOLS) {
    return { problem: `listings can name at most ${MAX_LISTING_TOOLS} listings` };
  }
  return names;
}

/** What an agent agrees to when it buys a call. */
export interface Terms extends Money {
  slug: string;
  revision: number;
  unit: string;
}

export function termsOf({ slug, revision, price }: CatalogueListing): Terms {
  const { amount, currency, unit } = price;
  return { slug, revision, amount, currency, unit };
}

/** Characters of a price's unit, which a seller writes. */
export const MAX_UNIT = 40;

export const showMoney = ({ amount, currency }: Money) => `${amount} ${currency}`;
