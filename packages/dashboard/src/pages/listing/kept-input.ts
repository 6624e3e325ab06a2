/** Only for the tab, and for as long as it is open. */
const keyOf = (slug: string) => `mkt-input:${slug}`;

/**
 * What a visitor has typed for a listing: the pages on which they sign in take the place of the one
 * that they typed it into. A browser that stores nothing keeps nothing.
 */
export const keptInput = {
  get(slug: string): string | undefined {
    try {
      return sessionStorage.getItem(keyOf(slug)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set(slug: string, text: string): void {
    try {
      sessionStorage.setItem(keyOf(slug), text);
    } catch {
      // Too long, or not allowed.
    }
  },
  /** Once it is on the page of a person who is signed in. */
  drop(slug: string): void {
    try {
      sessionStorage.removeItem(keyOf(slug));
    } catch {
      // Then there is nothing to remove.
    }
  },
};
