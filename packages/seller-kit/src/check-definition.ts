import { queryInputProblems } from '@mkt/json-schema';
import { LIMITS, parseJson, type ProviderContract } from '@mkt/protocol';
import { validate } from '@mkt/protocol/validate';
import { readBaseUrl } from './base-url.ts';
import { contractOf, DEFAULT_METHOD } from './contract.ts';
import { DefinitionError } from './definition-error.ts';
import { problemsOfFields, unknownFields } from './definition-fields.ts';
import { sentenceOf } from './schema-check.ts';
import { readSchema, type SchemaSource } from './schema-source.ts';
import type { AnyDefinition } from './service-definition.ts';

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
  // A contract can only be built from valid fields.
  if (problems.length === 0) problems.push(...problemsOfContract(definition, checked));
  problems.push(...unknownFields(given));
  if (problems.length > 0) throw new DefinitionError(problems);
  return checked;
}

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
