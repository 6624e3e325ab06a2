// Accounts, their profiles, and people: how they sign up and in, their sessions, links and device logins.
// Guessing passwords, links or codes slows down only the guesser. Needs keys (a device login hands one
// over) and listings.

import { checkUrl, isPublishable, normaliseLine } from '@mkt/conformance';
import type { KeyScope, UpdateProfileRequest } from '@mkt/protocol';
import {
  accountClosed,
  accountSuspended,
  type ApiKey,
  makeApiKey,
  scopesNamed,
} from '../keys/key.ts';
import type { ListedListing } from '../listings/listing.ts';
import type { Caller, Reader } from '../market/caller.ts';
import { isUuid } from '../market/ids.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { ProfileTexts } from '../market/profile-texts.ts';
import { notFound, Refusal } from '../market/refusal.ts';
import type { OrderParties } from '../orders/order.ts';
import type { App } from '../server/context.ts';

/** The owner of listings, orders and keys. Times are Unix milliseconds. */
export interface Account {
  /** UUID v7; `userId` on the wire. */
  id: string;
  name: string;
  createdAtMs: number;
  /** null unless an operator suspended it; one that is closed stays suspended. */
  suspendedAtMs: number | null;
  /** Nobody can act for it again: it has no people. */
  isClosed: boolean;
}

/** Why nothing may be done for an account, if so. */
export function refusalOf(account: Account | undefined): Refusal | undefined {
  if (!account || account.suspendedAtMs === null) return undefined;
  return account.isClosed ? accountClosed() : accountSuspended();
}

/** What the suspension of an account changed. */
export interface Suspension {
  account: Account;
  /** Listings that it paused. */
  pausedListingIds: string[];
  /**
   * Waiting orders that failed as `listing_unavailable`: placed by the account or for its listings.
   */
  settledOrderIds: string[];
}

/** The account to close: that of a session, which must not be suspended, or any that an operator names. */
export type Closing = { sessionId: string } | { accountId: string };

/** What the closing of an account changed. */
export interface Closure {
  accountId: string;
  archivedListingIds: string[];
  /** Listings that were never published. */
  deletedListingIds: string[];
  /** Waiting orders that failed as `listing_unavailable`: placed by the account or for its listings. */
  settledOrders: OrderParties[];
  deletedWebhooks: number;
  revokedKeys: number;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MAX_EMAIL_LENGTH = 254;

/** Refuses what cannot be the email address of an account. */
export function checkEmail(email: string): void {
  if (EMAIL.test(email) && email.length <= MAX_EMAIL_LENGTH) return;
  throw new Refusal('invalid_request', `${email} is not an email address.`);
}

/** Ids of keys and sessions. */
export interface Actors {
  keyIds: readonly string[];
  sessionIds: readonly string[];
}

/** What buyers see of a seller. */
export interface Profile extends ProfileTexts {
  /** A random UUID: it does not show the account. */
  sellerId: string;
}

/** The seller of a listing. */
export interface Seller {
  id: string;
  name: string;
}

/**
 * The name until the seller sets one, because a person's name or email address is never published
 * unasked.
 */
export const defaultName = (sellerId: string): string => `Seller ${sellerId.slice(0, 8)}`;

const LINKS = ['website', 'contact', 'termsUrl', 'documentationUrl'] as const;

/**
 * Refuses a profile that has no name left, or a link that no buyer should follow. `urlProblem`
 * completes the sentence "website …"; it returns `undefined` for a public https address.
 */
function checkProfile(
  profile: ProfileTexts,
  urlProblem: (url: string) => string | undefined,
): void {
  const problems = LINKS.map((name) => {
    const url = profile[name];
    return { path: `/${name}`, message: url === null ? undefined : urlProblem(url) };
  });
  if (profile.name === '') {
    problems.push({ path: '/name', message: 'must have a visible character' });
  }
  const details = problems.flatMap(({ path, message }) =>
    message === undefined ? [] : [{ path, message }],
  );
  if (details.length === 0) return;
  throw new Refusal('invalid_request', 'The profile has invalid fields.', { details });
}

interface NewAccount {
  email: string;
  keyName: string;
  scopes: readonly KeyScope[];
}

/**
 * Creates an account with an API key, on behalf of the operator. If an account has this email
 * address, the key is another one of that account.
 */
export async function createAccount(
  app: Pick<App, 'store' | 'identity'>,
  { email, keyName, scopes }: NewAccount,
): Promise<{ key: string; apiKey: ApiKey }> {
  const { store, identity } = app;
  checkEmail(email);
  const about = { name: keyName, scopes: scopesNamed(scopes), expiresAtMs: null, parentId: null };
  const name = email.split('@')[0] ?? email;
  const ids = { account: identity.id(), user: identity.id() };
  const { accountId } = await store.accounts.ensure({ ids, email, name });
  return makeApiKey(app, { ...about, accountId, origin: 'operator' }, { kind: 'operator' });
}

/** The caller's own profile. */
export const readProfile = ({ store: { profiles } }: App, caller: Caller): Promise<Profile> =>
  profiles.find(caller.accountId);

export interface SellerPage {
  profile: Profile;
  listings: PageItems<ListedListing>;
}

/** A seller as buyers see it, with a page of its published listings, newest first. */
export async function readSeller(
  { store: { profiles } }: App,
  sellerId: string,
  page: BoundedPageRequest,
  reader: Reader,
): Promise<SellerPage> {
  const found = isUuid(sellerId) ? await profiles.seller(sellerId, page, reader) : undefined;
  if (!found) throw notFound('Seller');
  return found;
}

/** Links are for buyers, so not even dev mode accepts http and private addresses. */
function urlProblem(text: string): string | undefined {
  const checked = checkUrl(text, { allowPrivate: false });
  return checked.ok ? undefined : checked.message;
}

function textsOf(request: UpdateProfileRequest): ProfileTexts {
  const { website = null, contact = null, termsUrl = null, documentationUrl = null } = request;
  return { name: normaliseLine(request.name), website, contact, termsUrl, documentationUrl };
}

/** Replaces the caller's profile, unless a review of its texts fails (docs/sell/publish.md#your-profile). */
export async function updateProfile(
  { store: { profiles }, schemas }: App,
  { accountId }: Caller,
  request: UpdateProfileRequest,
): Promise<Profile> {
  const texts = textsOf(request);
  checkProfile(texts, urlProblem);
  const check = await schemas.reviewProfile(texts, accountId);
  if (!isPublishable([check])) {
    throw new Refusal(
      'review_failed',
      'A review check failed, so nothing was changed. Fix what `checks` lists and send the profile again.',
      { checks: [check] },
    );
  }
  return profiles.replace(accountId, texts);
}
