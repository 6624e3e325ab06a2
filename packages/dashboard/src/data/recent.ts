/** A page that was opened, by what it is called. */
export interface Recent {
  path: string;
  label: string;
}

const STORED = 'mkt-recent';
/** One more than is shown: the page that is open is left out. */
const MAX_KEPT = 6;

interface Kept {
  /** Whose they are: of another account, none is ever shown. */
  userId: string;
  opened: readonly Recent[];
}

/** With another page as the last one that was opened. */
const withOpened = (before: readonly Recent[], opened: Recent): readonly Recent[] =>
  [opened, ...before.filter(({ path }) => path !== opened.path)].slice(0, MAX_KEPT);

/** What a person opened last, kept in this browser until they sign out. */
export const recent = {
  get(userId: string): readonly Recent[] {
    try {
      const kept = JSON.parse(localStorage.getItem(STORED) ?? 'null') as Kept | null;
      return kept?.userId === userId ? kept.opened : [];
    } catch {
      return [];
    }
  },
  add(userId: string, opened: Recent): void {
    try {
      const kept: Kept = { userId, opened: withOpened(recent.get(userId), opened) };
      localStorage.setItem(STORED, JSON.stringify(kept));
    } catch {
      // A browser that stores nothing offers the pages of the navigation.
    }
  },
  clear(): void {
    try {
      localStorage.removeItem(STORED);
    } catch {
      // Then nothing was kept.
    }
  },
};
