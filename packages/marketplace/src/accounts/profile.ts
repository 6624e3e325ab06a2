import { Refusal } from '../market/refusal.ts';
import type { ProfileTexts } from '../market/profile-texts.ts';

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
 * The name until the seller sets one: the name of a person or an e-mail address is never published
 * without being asked for.
 */
export const defaultName = (sellerId: string): string => `Seller ${sellerId.slice(0, 8)}`;

const LINKS = ['website', 'contact', 'termsUrl', 'documentationUrl'] as const;

/**
 * Refuses a profile that has no name left, or a link that no buyer should follow. `urlProblem`
 * completes the sentence "website …"; it returns `undefined` for a public https address.
 */
export function checkProfile(
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
