import { eld } from 'eld/extrasmall';

/** Means "no language": only the rules of Unicode apply. */
export const UNDETERMINED = 'und';

/**
 * The code used here for a language: `deu` becomes `de`, `iw` becomes `he`. `no` becomes `nb`, in which
 * nine of ten Norwegian texts are written.
 */
export function canonicalLanguage(code: string): string {
  const [canonical = code] = Intl.getCanonicalLocales(code);
  return canonical === 'no' ? 'nb' : canonical;
}

/** The language that a text is written in, from its first 1000 characters; `null` when uncertain. */
export function detectLanguage(text: string): string | null {
  const found = eld.detect(text);
  return found.language !== '' && found.isReliable() ? canonicalLanguage(found.language) : null;
}
