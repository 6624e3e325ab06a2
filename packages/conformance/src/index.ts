export type { ListingContent } from '@mkt/protocol';
export {
  CHECK_LEVELS,
  CHECK_NAMES,
  type CheckEnvironment,
  type CheckName,
  isPublishable,
  REVIEW_CHECKS,
} from './checks/check.ts';
export {
  normaliseLine,
  normaliseTags,
  normaliseText,
  readContract,
  type ReadContract,
  runContractOf,
} from './contract/read-contract.ts';
export {
  readSchemas,
  type RefusedContract,
  unusable as unusableContract,
  urlProblems,
} from './contract/match-contract.ts';
export {
  compareContracts,
  type ContractComparison,
  type ContractTerms,
} from './compare-contracts.ts';
export type { ContractFinding, Severity } from './contract/compare-prices.ts';
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
export {
  type BlockedWords,
  createContentReview,
  createProfileReview,
  readBlockedWords,
  type ReviewContent,
  type ReviewProfile,
} from './content/review-content.ts';
export type { ProfileTexts } from './content/content-fields.ts';
export { reviewExamples } from './checks/examples.ts';
export type { ProbeSignature } from './calls/ping.ts';
export { tlsFailure, type TlsProblem } from './calls/tls-failure.ts';
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
