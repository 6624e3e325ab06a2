import { compareContracts } from '@mkt/conformance';
import type { FieldChange } from '@mkt/protocol';
import { contentChanges, type ContentEdit } from './history.ts';
import type { Listing } from './listing.ts';
import type { UpdatePlan } from './content.ts';
import type {
  ContractComparison,
  ContractTerms,
  SchemaValidation,
} from '../schemas/schema-validation.ts';

export interface DescribeEditDeps {
  schemas: Pick<SchemaValidation, 'compare'>;
}

/** Texts and examples are no part of what buyers agree to. */
const SAME: ContractComparison = { verdict: 'same', findings: [] };
const NO_WORK = { units: 0, isLate: () => true };

function termsWithoutExamples({ price, runContract }: ContractTerms): ContractTerms {
  const { requestExampleJson: _request, responseExampleJson: _response, ...rest } = runContract;
  return { price, runContract: rest };
}

function withoutSchemas({ price, runContract }: ContractTerms): ContractTerms {
  const { method, endpointPath } = runContract;
  return { price, runContract: { method, endpointPath } };
}

const isOfSchema = ({ path }: FieldChange) => path.endsWith('Schema');

/**
 * What the history says about a change to content: the fields that change, and what that means for
 * buyers. Schemas are compared before anything is written, and in a schema process: it may take half
 * a second.
 */
export async function describeEdit(
  { schemas }: DescribeEditDeps,
  { content: before, accountId }: Pick<Listing, 'content' | 'accountId'>,
  { content, revised }: Pick<UpdatePlan, 'content' | 'revised'>,
): Promise<ContentEdit> {
  const changes = contentChanges(before, content);
  async function compare(): Promise<ContractComparison> {
    if (!revised) return SAME;
    if (!changes.some(isOfSchema)) {
      return compareContracts(withoutSchemas(before), withoutSchemas(content), NO_WORK);
    }
    return schemas.compare(termsWithoutExamples(before), termsWithoutExamples(content), accountId);
  }
  return { content, revised, changes, ...(await compare()) };
}
