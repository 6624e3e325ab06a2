// The input that a visitor typed before signing in: it is theirs again afterwards. It stays in this tab.

const keyOf = (slug: string) => `mkt-input ${slug}`;

/** Keeps the input of a listing until it is taken. */
export function keepInput(slug: string, text: string): void {
  try {
    sessionStorage.setItem(keyOf(slug), text);
  } catch {
    // Without room, or forbidden: then it is not kept.
  }
}

/** The input that was kept. */
export function keptInput(slug: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(slug)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function forgetInput(slug: string): void {
  try {
    sessionStorage.removeItem(keyOf(slug));
  } catch {
    // Nothing was kept.
  }
}
