import { parseSigningSecrets } from '@mkt/protocol/signing';

/** Where commands look for signing secrets, and write them, unless `--secret-file` names another file. */
export const SECRET_FILE = '.env';

/** The variable from which a service reads its secret (docs/sell/deploy.md#secrets). */
export const SECRET_VARIABLE = 'MKT_SIGNING_SECRET';

/** The variable of one listing, beside `MKT_SIGNING_SECRET` of another one. */
const variableOfListing = (slug: string): string =>
  `${SECRET_VARIABLE}_${slug.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;

export const isSecretVariable = (name: string): boolean =>
  name === SECRET_VARIABLE || name.startsWith(`${SECRET_VARIABLE}_`);

export interface WantedSecret {
  /** The slug of the listing. */
  slug: string;
  secret: string;
  /** The secret of the same listing until now, if it was just rotated. */
  previous?: string | undefined;
}

/** Where a secret goes. */
type Place =
  /** It is there already. */
  | { kind: 'present'; name: string }
  /** The variable is free, or has an old secret of this listing; `beside` has another one's and stays. */
  | { kind: 'free'; name: string; value: string; beside?: string }
  /** The variable has another secret, which may be in use. */
  | { kind: 'taken'; name: string; value: string };

/**
 * Chooses the variable for a secret. The first listing of a project gets `MKT_SIGNING_SECRET`; while
 * that has the secret of another listing, this one gets its own variable.
 */
export function placeOf(
  variables: Readonly<NodeJS.Dict<string>>,
  { slug, secret, previous }: WantedSecret,
): Place {
  const own = variableOfListing(slug);
  const names = Object.keys(variables).filter(isSecretVariable);
  const withValue = (wanted: string) =>
    names.find((name) => secretsOf(variables[name]).includes(wanted));
  const present = withValue(secret);
  if (present !== undefined) return { kind: 'present', name: present };
  const old = previous === undefined ? undefined : withValue(previous);
  if (old !== undefined) {
    const value = secretsOf(variables[old]).map((each) => (each === previous ? secret : each));
    return { kind: 'free', name: old, value: value.join(',') };
  }
  if (isUsed(variables[own])) return { kind: 'taken', name: own, value: secret };
  if (!isUsed(variables[SECRET_VARIABLE])) {
    return { kind: 'free', name: SECRET_VARIABLE, value: secret };
  }
  return { kind: 'free', name: own, value: secret, beside: SECRET_VARIABLE };
}

const secretsOf = (value = ''): string[] => value.split(',').map((part) => part.trim());

/** A placeholder such as `whsec_...` is not a secret that could be lost. */
const isUsed = (value: string | undefined): boolean =>
  value !== undefined && secretsOf(value).some((each) => parseSigningSecrets(each) !== undefined);
