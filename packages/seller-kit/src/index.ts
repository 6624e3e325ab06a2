export type { Trace } from '@mkt/protocol/trace';
export { logCall, type CallReport } from './call-report.ts';
export { defineService } from './define-service.ts';
export type { Logger } from './log.ts';
export { memoryReplayStore, type ReplayStore } from './replay-store.ts';
export { ServiceError, type ServiceResponse } from './responses.ts';
export type {
  InputOf,
  JsonSchema,
  ResultOf,
  SchemaInput,
  StandardSchema,
} from './schema-source.ts';
export { DefinitionError } from './service-definition.ts';
export type { Call, HealthReport, Service, ServiceDefinition } from './service-definition.ts';
export type { ReadBody, ServiceRequest, SignedRequest } from './service-request.ts';
export { VerificationError, verifyRequest } from './verify-request.ts';
export type {
  HeaderRecord,
  RawRequest,
  VerificationReason,
  VerifiedRequest,
  VerifyOptions,
} from './verify-request.ts';
