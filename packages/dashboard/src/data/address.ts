/** The address of the sign-in page from which one comes back to `path`. */
export const signInPath = (path: string): string =>
  path === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(path)}`;

/**
 * The page to return to, from the query of the sign-in page. Anyone can write that query, so only
 * a path of this site is taken; anything else is the start page.
 */
export function returnTo(search: string, origin: string = location.origin): string {
  const to = new URLSearchParams(search).get('to') ?? '/';
  if (!URL.canParse(to, origin)) return '/';
  const url = new URL(to, origin);
  const isOwn = url.origin === origin && to.startsWith('/');
  return isOwn && url.pathname !== '/sign-in' ? url.pathname + url.search + url.hash : '/';
}

/** The token in the fragment of a link, as in `/sign-up#invitation=…`; servers never see it. */
export const fragmentToken = (name: string, hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get(name) || undefined;
