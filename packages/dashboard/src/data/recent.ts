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

/** Undefined in a browser that stores nothing: it offers the pages of the navigation. */
function ifStored<Result>(access: () => Result): Result | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** What a person opened last, kept in this browser until they sign out. */
export const recent = {
  get(userId: string): readonly Recent[] {
    const kept = ifStored(() => JSON.parse(localStorage.getItem(STORED) ?? 'null') as Kept | null);
    return kept?.userId === userId ? kept.opened : [];
  },
  add(userId: string, page: Recent): void {
    const others = recent.get(userId).filter(({ path }) => path !== page.path);
    const kept: Kept = { userId, opened: [page, ...others].slice(0, MAX_KEPT) };
    ifStored(() => localStorage.setItem(STORED, JSON.stringify(kept)));
  },
  clear: () => ifStored(() => localStorage.removeItem(STORED)),
};
