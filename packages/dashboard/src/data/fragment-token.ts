/** The token in the fragment of a link, as in `/sign-up#invitation=…`; servers never see it. */
export const fragmentToken = (name: string, hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get(name) || undefined;
