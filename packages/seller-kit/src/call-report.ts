import { decodeEnvelope, readSignature } from '@mkt/protocol/signing';
import type { CallReport } from './call-report-src-call-report.ts';
import type { ServiceResponse } from './responses.ts';
import { runCall } from './run-call.ts';
import type { PreparedService } from './prepared-service.ts';
import type { ServiceRequest } from './service-request-src-service-request.ts';

/** Runs a call and passes its report to `onCall`. */
export function reportedCall(
  service: PreparedService,
  onCall: (report: CallReport) => void,
  request: ServiceRequest,
): ServiceResponse | Promise<ServiceResponse> {
  const startedAt = performance.now();
  const report = (response: ServiceResponse): ServiceResponse => {
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
  };
  const response = runCall(service, request);
  return response instanceof Promise ? response.then(report) : report(response);
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
