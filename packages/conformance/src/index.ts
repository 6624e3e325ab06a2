export type { ListingContent } from '@mkt/protocol';
export { isPublishable } from './checks/check.ts';
export type { CheckEnvironment } from './checks/check.ts';
export { CHECK_LEVELS, CHECK_NAMES, REVIEW_CHECKS, type CheckName } from './checks/check.ts';
export { normaliseLine, normaliseTags, normaliseText } from './contract/read-contract.ts';
export { unusable as unusableContract, type RefusedContract } from './contract/match-contract.ts';
export {
  compareContracts,
  type ContractComparison,
  type ContractTerms,
} from './compare-contracts.ts';
export type { ContractFinding, Severity } from './compare-contracts.ts';
export { readContract, runContractOf, type ReadContract } from './contract/read-contract.ts';
export { readSchemas, urlProblems } from './contract/match-contract.ts';
export { listingWarnings, noPrice } from './contract/warnings.ts';
export {
  inProcessSchemaValidator,
  type JsonValue,
  type SchemaValidator,
  type SchemaVerdict,
} from './schema-validator.ts';
export type {
  Transport,
  TransportOutcome,
  TransportRequest,
  TransportResponse,
} from './transport.ts';
export { checkUrl, isPublicAddress, type CheckedUrl, type UrlPolicy } from './url-policy.ts';
export { readBlockedWords, type BlockedWords } from './content/review-content.ts';
export {
  createContentReview,
  createProfileReview,
  type ReviewContent,
  type ReviewProfile,
} from './content/review-content.ts';
export type { ProfileTexts } from './content/content-fields.ts';
export { reviewExamples } from './checks/examples.ts';
export type { ProbeSignature } from './calls/ping.ts';
export { runReview, textAdvice, type ReviewOptions } from './checks/run-review.ts';
export {
  fetchContract,
  type FetchedContract,
  type FetchLimits,
} from './contract/fetch-contract.ts';
export { runBattery, type BatteryOptions, type BatteryResult } from './battery.ts';
export {
  tryCall,
  trySecret,
  type SecretTrial,
  type Trial,
  type TrialOptions,
} from './calls/trial.ts';
export { FRAMEWORKS, type Framework } from './checks/framework-fixes.ts';
export { decodeBody, ENCODING_SLACK_BYTES } from './calls/response-body.ts';
export { sendCall, type CallOptions } from './calls/run-call.ts';
