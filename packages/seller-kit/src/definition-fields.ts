import { isObject, unknownNameMessage } from '@mkt/protocol';
import type { AnyDefinition } from './service-definition.ts';

/** Every key of a definition; any other key is a mistake. */
const KEYS: Readonly<Record<keyof AnyDefinition, true>> = {
  name: true,
  description: true,
  baseUrl: true,
  category: true,
  tags: true,
  price: true,
  method: true,
  input: true,
  output: true,
  examples: true,
  health: true,
  run: true,
  signingSecret: true,
  replay: true,
  maxBodyBytes: true,
  onCall: true,
  logger: true,
};

const PRICE_KEYS: Readonly<Record<keyof NonNullable<AnyDefinition['price']>, true>> = {
  amountCents: true,
  amount: true,
  currency: true,
  unit: true,
};

const EXAMPLE_KEYS: Readonly<Record<keyof NonNullable<AnyDefinition['examples']>, true>> = {
  request: true,
  response: true,
};

type Unchecked = Partial<Record<keyof AnyDefinition, unknown>>;

const has = (value: unknown, method: string) =>
  isObject(value) && typeof value[method] === 'function';

/**
 * Checks the types of a definition's fields, which JavaScript callers do not get from TypeScript. The
 * contract's schema has the finer rules.
 */
export function problemsOfFields(definition: Unchecked): string[] {
  const { name, description, price, tags, examples } = definition;
  const { run, health, onCall, replay, logger, maxBodyBytes } = definition;
  const rules: readonly [boolean, string][] = [
    [typeof name === 'string', 'name must be a string'],
    [typeof description === 'string', 'description must be a string'],
    [
      price === undefined || isObject(price),
      'price must be { amountCents or amount, currency?, unit? }',
    ],
    [tags === undefined || Array.isArray(tags), 'tags must be an array'],
    [examples === undefined || isObject(examples), 'examples must be { request?, response? }'],
    [typeof run === 'function', 'run must be a function'],
    [health === undefined || typeof health === 'function', 'health must be a function'],
    [onCall === undefined || typeof onCall === 'function', 'onCall must be a function'],
    [
      replay === undefined || replay === false || has(replay, 'add'),
      'replay must be a store with add(orderId), or false',
    ],
    [
      logger === undefined || (has(logger, 'warn') && has(logger, 'error')),
      'logger must have the methods warn and error',
    ],
    [
      maxBodyBytes === undefined ||
        (Number.isSafeInteger(maxBodyBytes) && Number(maxBodyBytes) > 0),
      'maxBodyBytes must be a positive integer',
    ],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem);
}

/** Fields that a definition does not have, which are probably misspelled. */
export function unknownFields(definition: Unchecked): string[] {
  return [
    ...unknownKeys('', definition, KEYS),
    ...unknownKeys('price.', definition.price, PRICE_KEYS),
    ...unknownKeys('examples.', definition.examples, EXAMPLE_KEYS),
  ];
}

/** A typo in an optional key would otherwise be ignored silently. */
function unknownKeys(prefix: string, value: unknown, known: Readonly<Record<string, true>>) {
  if (!isObject(value)) return [];
  return Object.keys(value)
    .filter((key) => !Object.hasOwn(known, key))
    .map((key) => `${prefix}${key} ${unknownNameMessage(key, Object.keys(known))}`);
}
