import { queryInputProblems } from '@mkt/json-schema';
import {
  isObject,
  LIMITS,
  parseJson,
  type ProviderContract,
  unknownNameMessage,
} from '@mkt/protocol';
import { validate } from '@mkt/protocol/validate';
import { contractOf, DEFAULT_METHOD, readBaseUrl } from './contract.ts';
import { readSchema, type SchemaSource, sentenceOf } from './schema-source.ts';
import { type AnyDefinition, DefinitionError } from './service-definition.ts';

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
function problemsOfFields(definition: Unchecked): string[] {
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
function unknownFields(definition: Unchecked): string[] {
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

export interface CheckedDefinition {
  /** Without a trailing slash; `undefined` when the address is taken from each request. */
  base: string | undefined;
  /** The path of `baseUrl`, which may be all that is known of it; empty if it has none. */
  basePath: string;
  input: SchemaSource | undefined;
  output: SchemaSource | undefined;
}

/**
 * Throws one DefinitionError with every problem of a definition: what the marketplace would refuse
 * in the contract, and what could not run.
 */
export function checkDefinition(definition: AnyDefinition): CheckedDefinition {
  const given: unknown = definition;
  if (given === null || typeof given !== 'object')
    throw new DefinitionError(['the definition must be an object']);
  const problems = problemsOfFields(given);

  const baseUrl = definition.baseUrl === undefined ? undefined : readBaseUrl(definition.baseUrl);
  if (baseUrl?.ok === false) problems.push(`baseUrl ${baseUrl.message}`);
  const { href: base, path: basePath } = baseUrl?.ok ? baseUrl : { href: undefined, path: '' };
  const input = tryToRead('input', definition.input, problems);
  const output = tryToRead('output', definition.output, problems);

  const checked = { base, basePath, input, output };
  // A contract can only be built from valid fields; of the others everything is said already.
  const invalid = new Set(problems.map(fieldNamedBy));
  const valid = { ...definition, ...Object.fromEntries([...invalid].map((it) => [it, undefined])) };
  const others = problemsOfContract(valid, checked);
  problems.push(...others.filter((problem) => !invalid.has(fieldNamedBy(problem))));
  problems.push(...unknownFields(given));
  if (problems.length > 0) throw new DefinitionError(problems);
  return checked;
}

/** The field that a problem begins with. */
const fieldNamedBy = (problem: string): string => /^\w*/.exec(problem)?.[0] ?? '';

function tryToRead(field: string, schema: unknown, problems: string[]): SchemaSource | undefined {
  if (schema === undefined) return undefined;
  try {
    return readSchema(schema);
  } catch (error) {
    problems.push(`${field} ${(error as Error).message}`);
    return undefined;
  }
}

function problemsOfContract(definition: AnyDefinition, checked: CheckedDefinition): string[] {
  const { base = 'https://localhost', input, output } = checked;
  let contract: ProviderContract;
  try {
    contract = contractOf(definition, { input: input?.json, output: output?.json }, base);
  } catch {
    return ['examples, tags and price must be JSON values'];
  }
  const valid = validate('SellerContract', contract);
  const problems = valid.ok
    ? []
    : valid.details.map(({ path, message }) => `${fieldOf(path)} ${message}`);
  if (new TextEncoder().encode(JSON.stringify(contract)).length > LIMITS.contractBytes) {
    problems.push(`the contract is larger than ${LIMITS.contractBytes} bytes`);
  }
  const { requestExampleJson, responseExampleJson } = contract.provider.runContract;
  return [
    ...problems,
    ...problemsOfQuery(definition.method ?? DEFAULT_METHOD, input),
    ...problemsOfExample('request', requestExampleJson, input),
    ...problemsOfExample('response', responseExampleJson, output),
  ];
}

/** Maps paths of the contract to the fields of the definition that they come from. */
const FIELDS: readonly [RegExp, string][] = [
  [/^\/provider\/title/, '/name'],
  [/^\/provider\/runContract\/requestExampleJson/, '/examples/request'],
  [/^\/provider\/runContract\/responseExampleJson/, '/examples/response'],
  [/^\/provider\/runContract\/(input|output)Schema/, '/$1'],
  [/^\/provider\/runContract\/endpointPath/, '/baseUrl'],
  [/^\/provider\/runContract/, ''],
  [/^\/provider/, ''],
];

function fieldOf(contractPath: string): string {
  const [pattern, name] = FIELDS.find(([each]) => each.test(contractPath)) ?? [/^/, ''];
  return contractPath.replace(pattern, name).slice(1).replaceAll('/', '.');
}

/** Inputs that a query string cannot express (docs/buy/orders.md#get-and-delete). */
function problemsOfQuery(method: string, input: SchemaSource | undefined): string[] {
  return queryInputProblems(input?.json, method).map(
    ({ path, message }) => `input${path} ${message}`,
  );
}

function problemsOfExample(
  name: 'request' | 'response',
  json: string | undefined,
  schema: SchemaSource | undefined,
): string[] {
  const parsed = json === undefined ? undefined : parseJson(new TextEncoder().encode(json));
  if (parsed?.ok === false) return [`examples.${name} ${parsed.message}`];
  const details = parsed && schema?.check(parsed.exact);
  return details
    ? [
        `examples.${name} does not match the ${name === 'request' ? 'input' : 'output'} schema: ${sentenceOf(details, 'the value')}`,
      ]
    : [];
}
