import {
  createContentReview,
  inProcessSchemaValidator,
  readContract,
  reviewExamples,
} from '@mkt/conformance';
import { parseJson, type Check, type Detail, type Warning } from '@mkt/protocol';
import { publicUrlWarnings } from './public-url-warnings.ts';
import { urlPolicyFor } from './url-policy-for.ts';

export interface Validated {
  title: string | null;
  checks: Check[];
  warnings: Warning[];
}

/** A contract document by itself: all that can be said of it without calling anybody. */
export async function validateDocument(bytes: Uint8Array): Promise<Validated> {
  const parsed = parseJson(bytes);
  if (!parsed.ok) return refused(parsed.message, []);
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
    message: 'matches the schema of /v1/mkt-schema',
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

function refused(message: string, details: Detail[]): Validated {
  const fix = 'Write the document that GET /v1/mkt-schema describes.';
  const check: Check = { ...CONTRACT, ok: false, outcome: 'failed', message, details, fix };
  return { title: null, checks: [check], warnings: [] };
}
