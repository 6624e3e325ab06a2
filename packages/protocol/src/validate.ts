import type * as wire from './generated/wire-types.ts';
import * as validators from './generated/validators.ts';
import { closestName, unknownNameMessage } from './closest-name.ts';
import { isObject } from './json/inexact-number.ts';
import { pointerTo } from './json/json-pointer.ts';
import { describeViolations } from './violations.ts';

/** The schemas that have a compiled validator: requests, queries and the seller's contract. */
export type ValidatedName = keyof typeof validators & keyof wire.Wire;

export type Validated<T> = { ok: true; value: T } | { ok: false; details: wire.Detail[] };

/**
 * Checks a value against a wire schema. Error paths start with `prefix`. In addition to the published
 * schema, text that has a pattern must be valid Unicode (no lone surrogates), because JSON can
 * contain other text and databases cannot.
 */
export function validate<Name extends ValidatedName>(
  name: Name,
  value: unknown,
  prefix = '',
): Validated<wire.Wire[Name]> {
  const validator = validators[name];
  if (validator(value)) return { ok: true, value: value as wire.Wire[Name] };
  const details =
    name === 'SellerContract'
      ? contractDetails(value, prefix)
      : describeViolations(validator.errors, prefix);
  return { ok: false, details };
}

const CONTRACT_KEYS = ['provider', 'listing'];

/**
 * The errors of a contract, only for the key (`provider` or `listing`) that it has. The root of its
 * schema reports errors for both keys, as if a contract with an invalid `provider` also lacked a
 * `listing`.
 */
function contractDetails(contract: unknown, prefix: string): wire.Detail[] {
  if (!isObject(contract)) {
    return [{ path: prefix, message: 'must be object', keyword: 'type' }];
  }
  const key = CONTRACT_KEYS.find((each) => Object.hasOwn(contract, each));
  if (!key) return withoutKey(contract, prefix);
  const content = contract[key];
  const checked = validate('SellerProvider', content, `${prefix}/${key}`);
  return checked.ok ? [] : ofOnePrice(checked.details);
}

function withoutKey(contract: object, prefix: string): wire.Detail[] {
  const missing = { path: `${prefix}/provider`, message: 'is required', keyword: 'required' };
  const misspelled = Object.keys(contract).find((name) => closestName(name, CONTRACT_KEYS));
  if (misspelled === undefined) return [missing];
  const message = unknownNameMessage(misspelled, CONTRACT_KEYS);
  const path = pointerTo(prefix, misspelled);
  return [missing, { path, message, keyword: 'additionalProperties' }];
}

/** A price without an amount lacks either of two members: reported once, not twice. */
function ofOnePrice(details: readonly wire.Detail[]): wire.Detail[] {
  const lacks = (name: string) => (each: wire.Detail) =>
    each.keyword === 'required' && each.path.endsWith(`/price/${name}`);
  if (!details.some(lacks('amount'))) return [...details];
  return details
    .filter((each) => !lacks('amount')(each))
    .map((each) =>
      lacks('amountCents')(each)
        ? { ...each, message: 'is required, unless amount is given' }
        : each,
    );
}
