import {
  LIMITS,
  OVER_PRECISE,
  overPrecisePath,
  parseJson,
  toQueryString,
  type Check,
  type ListingContent,
  type ReadJson,
  type RunContract,
  sendsQuery,
} from '@mkt/protocol';
import type { SchemaValidator } from '../schema-validator.ts';
import { failed, passed, skipped, type Failure } from './check.ts';

const EXAMPLES = [
  { name: 'requestExampleJson', schema: 'inputSchema' },
  { name: 'responseExampleJson', schema: 'outputSchema' },
] as const;

const SHORTEN_NUMBER = `Shorten the number: at most ${LIMITS.numberDigits} digits and an exponent of at most ±${LIMITS.numberExponent}.`;

type ExampleName = (typeof EXAMPLES)[number]['name'];

/** A parsed example; `undefined` if there is none or it is not JSON. */
export function exampleOf(contract: RunContract, name: ExampleName): ReadJson | undefined {
  const text = contract[name];
  const parsed = text === undefined ? undefined : parseJson(new TextEncoder().encode(text));
  return parsed?.ok ? parsed : undefined;
}

/** `examples`: each is JSON and matches its schema. Skipped if there are none. */
export async function reviewExamples(
  { runContract }: Pick<ListingContent, 'runContract'>,
  schemas: SchemaValidator,
): Promise<Check> {
  const given = EXAMPLES.filter(({ name }) => runContract[name] !== undefined);
  if (given.length === 0) return skipped('examples', 'no examples are given');
  for (const { name, schema } of given) {
    const failure = await exampleFailure(runContract, name, schema, schemas);
    if (failure) return failed('examples', failure);
  }
  const hasSchema = given.some(({ schema }) => runContract[schema] !== undefined);
  const names = given.map(({ name }) => name).join(' and ');
  return passed('examples', `${names}: valid JSON${hasSchema ? ' that matches the schema' : ''}`);
}

async function exampleFailure(
  contract: RunContract,
  name: ExampleName,
  schemaName: 'inputSchema' | 'outputSchema',
  schemas: SchemaValidator,
): Promise<Failure | undefined> {
  const fix = `Change ${name} or ${schemaName} so that they match.`;
  const example = exampleOf(contract, name);
  if (!example) {
    return {
      message: `${name} is not valid JSON`,
      fix: `Give ${name} as a string that contains JSON.`,
    };
  }
  const isQuery = sendsQuery(contract.method);
  const query = isQuery && name === 'requestExampleJson' ? toQueryString(example.text) : undefined;
  if (query && !query.ok) {
    const details = [{ path: query.path, message: query.message }];
    return {
      message: `${name} cannot be sent as a query string`,
      fix: `Keep objects and nested lists out of ${name}, or use POST.`,
      details,
    };
  }
  const longNumber = overPrecisePath(example);
  if (longNumber !== undefined) {
    const details = [{ path: longNumber, message: OVER_PRECISE }];
    return { message: `${name} has a number that is too long`, fix: SHORTEN_NUMBER, details };
  }
  const schema = contract[schemaName];
  if (schema === undefined) return undefined;
  const verdict = await schemas.validate(schema, example);
  if (verdict.ok === true) return undefined;
  if (verdict.ok === 'timeout') {
    return {
      message: `${name} takes too long to check against ${schemaName}`,
      fix: `Simplify ${schemaName}: fewer alternatives and references.`,
    };
  }
  const [first] = verdict.details;
  return {
    message: `${name} does not match ${schemaName}: ${first?.path || 'the example'} ${first?.message ?? 'is not valid'}`,
    fix,
    details: verdict.details,
  };
}
