// scripts/vectors/*.mjs → packages/protocol/vectors/*.json. Run by scripts/generate.mjs.
import { queryVectors } from './vectors/query.mjs';
import { signingVectors } from './vectors/signing.mjs';

const text = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** @returns {Record<string, string>} file path from the repository's root → text */
export function generateVectors() {
  const out = 'packages/protocol/vectors';
  return {
    [`${out}/signing.json`]: text(signingVectors),
    [`${out}/query.json`]: text(queryVectors),
  };
}
