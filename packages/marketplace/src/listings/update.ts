import {
  type CheckEnvironment,
  compareContracts,
  isPublishable,
  listingWarnings,
  readSchemas,
  runReview,
} from '@mkt/conformance';
import type { Check, FieldChange, RunContract, UpdateListingRequest, Warning } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import { Refusal, retryOnConflict } from '../market/refusal.ts';
import type { ContractComparison, ContractTerms } from '../schemas/validation.ts';
import type { App } from '../server/context.ts';
import {
  changesRunContract,
  checkRunContract,
  inspecting,
  mergedRunContract,
  planUpdate,
  type UpdatePlan,
} from './content.ts';
import { probeSignature } from './health.ts';
import { contentChanges, type ContentEdit } from './history.ts';
import {
  type Listing,
  type ListingChange,
  type ListingWithWarnings,
  ownListing,
} from './listing.ts';
import { startReview } from './review.ts';
import { slugToRead } from './slugs.ts';

async function gateChecks(
  app: App,
  checks: CheckEnvironment,
  listing: Listing,
  plan: UpdatePlan,
): Promise<Check[] | undefined> {
  const slug = slugToRead(listing, plan.content.title);
  switch (plan.gate) {
    case 'nothing':
    case 'resubmit':
      return undefined;
    case 'content-check':
      return [await checks.reviewContent(plan.content, slug)];
    case 'full-review':
      return runReview(plan.content, checks, {
        slug,
        signature: await probeSignature(app, listing.id),
      });
  }
}

/** A published listing must never become one that a review would have flagged. */
function checkGate(checks: readonly Check[] | undefined): void {
  if (checks === undefined || isPublishable(checks)) return;
  throw new Refusal(
    'review_failed',
    'A review check failed, so nothing was changed. Fix what `checks` lists and send the change again.',
    {
      checks,
    },
  );
}

function changeOf(
  { id, version }: Listing,
  plan: UpdatePlan,
  checks: Check[] | undefined,
  { actor }: Caller,
): ListingChange {
  const change: ListingChange = { id, version, actor };
  if (plan.status) change.status = plan.status;
  if (plan.status === 'published') {
    change.pausedByMarketplace = false;
    change.rejectionReason = null;
  }
  if (plan.gate === 'full-review' && checks) change.reviewChecks = checks;
  if (plan.gate === 'resubmit') {
    change.status = 'pending_review';
    change.rejectionReason = null;
    change.reviewChecks = [];
  }
  return change;
}

/**
 * Warnings about the schemas of a listing. It must be possible to take a listing off the market
 * even while the schema work of its account is overloaded, so then the response has no warnings.
 */
async function schemaWarnings(
  app: App,
  { accountId }: Caller,
  contract: RunContract,
): Promise<readonly Warning[]> {
  try {
    const report = await readSchemas(contract, inspecting(app, accountId), '/runContract');
    return report.warnings;
  } catch (error) {
    if (error instanceof Refusal && error.type === 'overloaded') return [];
    throw error;
  }
}

/**
 * Changes the content or state of a listing, all or nothing (docs/sell/listings.md#changes). A listing
 * that is for sale must pass the checks of the review first. `takeOutbound` is called before anything
 * that calls the seller.
 */
export async function updateListing(
  app: App,
  caller: Caller,
  ref: string,
  patch: UpdateListingRequest,
  takeOutbound: () => Promise<void>,
): Promise<ListingWithWarnings> {
  const update = (environment: CheckEnvironment) =>
    retryOnConflict(async () => {
      const listing = await ownListing(app, caller, ref);
      const { runContract } = listing.content;
      if (patch.runContract && changesRunContract(runContract, patch.runContract)) {
        // Checked before the rules of states: a contract that can never be saved is reported first.
        const merged = mergedRunContract(runContract, patch.runContract);
        await checkRunContract(app, merged, caller.accountId);
      }
      const plan = planUpdate(listing, patch);
      const warningsOfSchemas = await schemaWarnings(app, caller, plan.content.runContract);
      const warnings = listingWarnings(plan.content, warningsOfSchemas, patch);
      if (!plan.contentChanged && !plan.status) return { listing, warnings };
      if (plan.gate === 'full-review' || plan.gate === 'resubmit') await takeOutbound();
      const checks = await gateChecks(app, environment, listing, plan);
      checkGate(checks);
      const change = changeOf(listing, plan, checks, caller);
      if (plan.contentChanged) change.edit = await describeEdit(app, listing, plan);
      const changed = await app.store.listings.change(change, startReview(app.jobs));
      return changed === 'conflict' ? changed : { listing: changed, warnings };
    });
  return app.withChecks(caller.accountId, update);
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
async function describeEdit(
  { schemas }: App,
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
