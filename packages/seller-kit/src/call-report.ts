import { printable } from '@mkt/protocol';
import { decodeEnvelope, readSignature } from '@mkt/protocol/signing';
import type { ServiceResponse } from './responses.ts';
import { runCall } from './run-call.ts';
import type { PreparedService } from './service-definition.ts';
import type { ServiceRequest } from './service-request.ts';

/** What became of a call, for a log of your own. */
export interface CallReport {
  /** The title of the service. */
  readonly service: string;
  /** `undefined` for a call without a signature, or one whose signature was refused. */
  readonly orderId: string | undefined;
  /** Status of the response. */
  readonly status: number;
  readonly durationMs: number;
  /** The `error` of the response, or its `fix` if it has one. */
  readonly error: string | undefined;
}

/**
 * Prints a line for each call on the console: `12:00:01 Text length 200 3 ms 0190c1f2-…`. Pass it as
 * `onCall`.
 */
export function logCall({ service, orderId, status, durationMs, error }: CallReport): void {
  const time = new Date().toISOString().slice(11, 19);
  const facts = [time, service, status, `${Math.round(durationMs)} ms`, orderId, error];
  const line = facts.filter((fact) => fact !== undefined).join(' ');
  // oxlint-disable-next-line no-console -- that is its purpose
  console.log(printable(line));
}

/** Runs a call and passes its report to `onCall`. */
export async function reportedCall(
  service: PreparedService,
  onCall: (report: CallReport) => void,
  request: ServiceRequest,
): Promise<ServiceResponse> {
  const startedAt = performance.now();
  const response = await runCall(service, request);
  try {
    onCall({
      service: service.name,
      orderId: response.status === 401 ? undefined : orderIdOf(request),
      status: response.status,
      durationMs: performance.now() - startedAt,
      error: errorOf(response),
    });
  } catch (error) {
    service.logger.error(`[mkt] ${service.name}: onCall threw.`, error);
  }
  return response;
}

function orderIdOf(request: ServiceRequest): string | undefined {
  const read = readSignature(request.signatureHeaders());
  return read.ok ? decodeEnvelope(read.envelope)?.orderId : undefined;
}

function errorOf({ status, body }: ServiceResponse): string | undefined {
  if (status < 400 || body === null) return undefined;
  const { error, fix } = JSON.parse(body) as { error?: unknown; fix?: unknown };
  const text = fix ?? error;
  return typeof text === 'string' ? text : undefined;
}
