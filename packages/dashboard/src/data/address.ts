const signingIn = (page: string, to: string): string =>
  to === '/' ? page : `${page}?to=${encodeURIComponent(to)}`;

/** The address of the sign-in page from which one comes back to `path`. */
export const signInPath = (path: string): string => signingIn('/sign-in', path);

/** The same of the page on which people sign up. */
export const signUpPath = (path: string): string => signingIn('/sign-up', path);

/** The form of a new key that may call one listing; it leads back to the programs that call the listing. */
export function keyForListingPath(slug: string): string {
  const back = `/listings/${encodeURIComponent(slug)}?tab=api`;
  return `/keys?${new URLSearchParams({ listing: slug, return: back }).toString()}`;
}

/** What the start page is told by the page that leads to it once an account is closed. */
export const ACCOUNT_CLOSED = 'account-closed';

/** Where one lists a service; visitors sign in on the way. */
export const SELLING = '/selling/new';

/** The pages on which people sign in: no one wants to come back to them. */
export const SIGNING_IN: ReadonlySet<string> = new Set(['/sign-in', '/sign-up', '/reset-password']);

/** A path of this site as it was written into a query, which anyone can do; undefined if it is anything else. */
export function ownPath(to: string | null, origin: string = location.origin): string | undefined {
  if (!to?.startsWith('/') || !URL.canParse(to, origin)) return undefined;
  const { origin: its, pathname, search, hash } = new URL(to, origin);
  // `/.//evil.example` has the path `//evil.example`, which is an address of another site.
  return its === origin && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}

/** The page to return to, from the query of a page on which people sign in: by default, the start page. */
export function returnTo(search: string, origin: string = location.origin): string {
  const to = ownPath(new URLSearchParams(search).get('to'), origin) ?? '/';
  return SIGNING_IN.has(new URL(to, origin).pathname) ? '/' : to;
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
