import {
  createContentReview,
  inProcessSchemaValidator,
  readContract,
  reviewExamples,
} from '@mkt/conformance';
import { describeJsonError, parseJson, type Check, type Detail, type Warning } from '@mkt/protocol';
import { publicUrlWarnings, urlPolicyFor } from './served-contract.ts';

export interface Validated {
  title: string | null;
  checks: Check[];
  warnings: Warning[];
}

/** Checks a contract document offline. */
export async function validateDocument(bytes: Uint8Array): Promise<Validated> {
  const parsed = parseJson(bytes);
  if (!parsed.ok)
    return refused(
      describeJsonError(parsed, bytes),
      [],
      'Save the document as valid JSON in UTF-8.',
    );
  const { value, exact } = parsed;
  const schemas = inProcessSchemaValidator();
  const urlPolicy = urlPolicyFor(endpointOf(value));
  const read = await readContract(value, { urlPolicy, schemas, exact });
  if (!read.ok) return refused(read.sentence, read.details);
  const { content, warnings } = read;
  const contract: Check = {
    ...CONTRACT,
    ok: true,
    outcome: 'passed',
    message: 'matches the schema at GET /v1/mkt-schema',
  };
  const examples = await reviewExamples(content, schemas);
  return {
    title: content.title,
    checks: [contract, createContentReview()(content), examples],
    warnings: [...warnings, ...publicUrlWarnings(content.runContract)],
  };
}

function endpointOf(document: unknown): unknown {
  const contract = document as Partial<
    Record<'provider' | 'listing', { runContract?: { endpointPath?: unknown } } | null>
  > | null;
  return (contract?.provider ?? contract?.listing)?.runContract?.endpointPath;
}

const CONTRACT = { name: 'contract', level: 'required' } as const;

function refused(
  message: string,
  details: Detail[],
  fix = 'The document must match the JSON Schema at GET /v1/mkt-schema.',
): Validated {
  const check: Check = { ...CONTRACT, ok: false, outcome: 'failed', message, details, fix };
  return { title: null, checks: [check], warnings: [] };
}
