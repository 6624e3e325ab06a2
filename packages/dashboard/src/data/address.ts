const signingIn = (page: string, to: string): string =>
  to === '/' ? page : `${page}?to=${encodeURIComponent(to)}`;

/** The address of the sign-in page from which one comes back to `path`. */
export const signInPath = (path: string): string => signingIn('/sign-in', path);

/** The same of the page on which people sign up. */
export const signUpPath = (path: string): string => signingIn('/sign-up', path);

/** In the address of the form of a new key: the listing that it is for. */
export const FOR_LISTING = 'listing';

/** The form of a new key that may call one listing, at most at its price; it leads back to the listing's code. */
export const keyForListingPath = (
  slug: string,
  { amount, currency }: { amount: number; currency: string },
): string =>
  `/keys?${new URLSearchParams({ new: '', [FOR_LISTING]: slug, maxPrice: String(amount), currency }).toString()}`;

/** The programs that call a listing. */
export const listingCodePath = (slug: string): string =>
  `/listings/${encodeURIComponent(slug)}?tab=api`;

/** What the start page is told by the page that leads to it once an account is closed. */
export const ACCOUNT_CLOSED = 'account-closed';

/** Where one lists a service; visitors sign in on the way. */
export const SELLING = '/selling/new';

/** The pages on which people sign in: no one wants to come back to them. */
export const SIGNING_IN: ReadonlySet<string> = new Set(['/sign-in', '/sign-up', '/reset-password']);

/**
 * The page to return to, from the query of a page on which people sign in. Anyone can write that query,
 * so only a path of this site is taken; anything else is the start page.
 */
export function returnTo(search: string, origin: string = location.origin): string {
  const to = new URLSearchParams(search).get('to') ?? '/';
  if (!URL.canParse(to, origin)) return '/';
  const url = new URL(to, origin);
  const isOwn = url.origin === origin && to.startsWith('/');
  return isOwn && !SIGNING_IN.has(url.pathname) ? url.pathname + url.search + url.hash : '/';
}

/** The token in the fragment of a link, as in `/sign-up#invitation=…`; servers never see it. */
export const fragmentToken = (name: string, hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get(name) || undefined;

/** What only one page of those on which people sign in understands. */
const OWN_TOKENS = ['invitation', 'token', 'sign-in'];

/** The part of a fragment that belongs to the page to return to, such as the code of a program's login. */
export const hashToReturnWith = (hash: string): string =>
  OWN_TOKENS.some((name) => fragmentToken(name, hash) !== undefined) ? '' : hash;

/** The address of another of those pages, which returns to the same page. */
export function signingInLink(
  page: '/sign-in' | '/sign-up',
  { search, hash }: Pick<Location, 'search' | 'hash'>,
  origin?: string,
): string {
  return signingIn(page, returnTo(search, origin)) + hashToReturnWith(hash);
}
