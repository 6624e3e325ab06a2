export { awaitReview, type ReviewWait } from './await-review.ts';
export type { Difference, Field } from './differences.ts';
export type { PastOrders, Refusals } from './assess-update.ts';
export type {
  Impact,
  PublishEvent,
  PublishOutcome,
  PublishPlan,
  TrialResult,
} from './publish-event.ts';
export { publishService, type PublishOptions } from './publish-service.ts';
export type { Endpoint, ProjectListings } from '../store/project-listings.ts';
export { writeSecret, type SecretOfListing, type SecretWritten } from '../store/write-secret.ts';
