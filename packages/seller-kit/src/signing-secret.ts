import { parseSigningSecrets } from '@mkt/protocol/signing';
import { DefinitionError } from './definition-error.ts';
import { readEnvironment } from './environment.ts';

export const SECRET_VARIABLE = 'MKT_SIGNING_SECRET';

/**
 * The keys that calls may be signed with: of the option, else of `MKT_SIGNING_SECRET`. `undefined`
 * when neither is there (specification, "Request signing", rule 5). One that is set but cannot be
 * used is refused, so that a typo never switches verification off.
 */
export function signingKeys(
  option: string | readonly string[] | undefined,
): Uint8Array[] | undefined {
  const source = option === undefined ? SECRET_VARIABLE : 'signingSecret';
  const given: unknown = option === undefined ? readEnvironment(SECRET_VARIABLE) : option;
  if (given === undefined) return undefined;
  const text = Array.isArray(given) ? given.join(',') : given;
  if (typeof text !== 'string') throw new DefinitionError([`${source} must be a string`]);
  if (text.trim() === '') {
    throw new DefinitionError([
      `${source} is set but empty: give it the secret of your listing, or remove it for local work`,
    ]);
  }
  const keys = parseSigningSecrets(text);
  if (!keys) {
    throw new DefinitionError([
      `${source} is not a signing secret: it must be whsec_ and base64, several separated by commas`,
    ]);
  }
  return keys;
}
