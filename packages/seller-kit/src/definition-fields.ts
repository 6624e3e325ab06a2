import type { AnyDefinition } from './service-definition.ts';

/** Named by each key of a definition, so that a key that is not here is a slip of the pen. */
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
  logger: true,
};

type Unchecked = Partial<Record<keyof AnyDefinition, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const has = (value: unknown, method: string) =>
  isObject(value) && typeof value[method] === 'function';

/**
 * What is wrong with the kinds of a definition's fields. JavaScript callers get no help from the
 * types, so each is looked at as it is; the contract's own schema has the finer rules.
 */
export function problemsOfFields(definition: Unchecked): string[] {
  const { name, description, price, tags, examples } = definition;
  const { run, health, replay, logger, maxBodyBytes } = definition;
  const rules: readonly [boolean, string][] = [
    [typeof name === 'string', 'name must be a string'],
    [typeof description === 'string', 'description must be a string'],
    [isObject(price), 'price must be { amountCents or amount, currency?, unit? }'],
    [tags === undefined || Array.isArray(tags), 'tags must be an array'],
    [examples === undefined || isObject(examples), 'examples must be { request?, response? }'],
    [typeof run === 'function', 'run must be a function'],
    [health === undefined || typeof health === 'function', 'health must be a function'],
    [
      replay === undefined || replay === false || has(replay, 'add'),
      'replay must be a store with add(orderId), or false',
    ],
    [
      logger === undefined || (has(logger, 'warn') && has(logger, 'error')),
      'logger must have warn and error',
    ],
    [
      maxBodyBytes === undefined ||
        (Number.isSafeInteger(maxBodyBytes) && Number(maxBodyBytes) > 0),
      'maxBodyBytes must be a positive integer',
    ],
  ];
  const unknown = Object.keys(definition).filter((key) => !Object.hasOwn(KEYS, key));
  return [
    ...unknown.map((key) => `${key} is not known`),
    ...rules.filter(([holds]) => !holds).map(([, problem]) => problem),
  ];
}
