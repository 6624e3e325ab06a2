import { isApiKey } from '@mkt/protocol';
import { parseSigningSecret } from '@mkt/protocol/signing';
import type { Find } from './word-screen.ts';

interface Kind {
  pattern: RegExp;
  /** A stricter test of what the pattern matched. */
  isReal?(text: string): boolean;
}

/** Every pattern begins with a fixed text and has no repetition inside a repetition: linear. */
const KINDS: readonly Kind[] = [
  { pattern: /-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY-----/g },
  { pattern: /\bmkt_[0-9A-Za-z]{49}\b/g, isReal: isApiKey },
  {
    pattern: /\bwhsec_[A-Za-z0-9+/]{32,88}={0,2}/g,
    isReal: (text) => parseSigningSecret(text) !== undefined,
  },
  { pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, isReal: (text) => /\d/.test(text) },
  { pattern: /\bgh[opsu]_[0-9A-Za-z]{36}\b/g },
  { pattern: /\bgithub_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}\b/g },
  { pattern: /\bglpat-[\w-]{20}\b/g },
  { pattern: /\bxox[abp]-\d{8,14}-[0-9A-Za-z-]{20,80}\b/g },
  { pattern: /\b[rs]k_live_[0-9A-Za-z]{24,99}\b/g },
  { pattern: /\bAIza[\w-]{35}\b/g },
  { pattern: /\bsk-(?:ant|proj)-[\w-]{40,200}\b/g },
  { pattern: /\bnpm_[0-9A-Za-z]{36}\b/g },
];

/** Placeholders of documentation: AWS's own reads AKIAIOSFODNN7EXAMPLE. */
const PLACEHOLDER = /EXAMPLE|X{8}|0{8}|1234567890|abcdefghij/i;

/** A private key or an access key that should not be published, such as secret scanners report. */
export const findSecret: Find = (text) => {
  for (const { pattern, isReal } of KINDS) {
    for (const match of text.matchAll(pattern)) {
      const [found] = match;
      if (!PLACEHOLDER.test(found) && (isReal?.(found) ?? true)) return match.index;
    }
  }
  return undefined;
};
