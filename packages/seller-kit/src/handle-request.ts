import type { CallReport } from './call-report-src-call-report.ts';
import { healthResponse } from './health-response.ts';
import {
  INTERNAL,
  NOT_FOUND,
  preflight,
  REACHABLE,
  withoutBody,
  type ServiceResponse,
} from './responses.ts';
import { reportedCall } from './call-report.ts';
import { endpointOf, pathBelow, type Endpoint } from './route.ts';
import { runCall } from './run-call.ts';
import type { PreparedService } from './prepared-service.ts';
import type { HealthReport } from './service-definition.ts';
import type { ServiceRequest } from './service-request-src-service-request.ts';

/** What the endpoints respond with. */
export interface ServiceParts {
  service: PreparedService;
  /** Path of the base address, with or without which a request may arrive. */
  basePath: string;
  identity: ServiceResponse;
  contract: (baseOfRequest: () => string | undefined) => ServiceResponse;
  health: (() => HealthReport | Promise<HealthReport>) | undefined;
  onCall: ((report: CallReport) => void) | undefined;
}

/** The core that every adapter calls: a request in, a response out, both plain data. Never rejects. */
export function requestHandler(
  parts: ServiceParts,
): (request: ServiceRequest) => Promise<ServiceResponse> {
  const { service, basePath, identity, contract, health, onCall } = parts;
  const preflights = preflight([...new Set(['GET', 'HEAD', service.method, 'OPTIONS'] as const)]);

  function respond(endpoint: Endpoint, request: ServiceRequest) {
    switch (endpoint) {
      case 'run':
        return onCall ? reportedCall(service, onCall, request) : runCall(service, request);
      case 'reachability':
        return REACHABLE;
      case 'identity':
        return identity;
      case 'contract':
        return contract(() => request.base());
      case 'health':
        return healthResponse({ name: service.name, health, logger: service.logger });
      case 'preflight':
        return preflights;
    }
  }

  function failed(error: unknown): ServiceResponse {
    service.logger.error(
      `[mkt] ${service.name}: unexpected error in @mkt/seller-kit; the caller got a 500. Please report it.`,
      error,
    );
    return INTERNAL;
  }

  return (request) => {
    const finish = (response: ServiceResponse) =>
      request.method === 'HEAD' ? withoutBody(response) : response;
    try {
      const path = pathBelow(basePath, request.path);
      const endpoint = endpointOf(request.method, path, service.method);
      const response = endpoint === undefined ? NOT_FOUND : respond(endpoint, request);
      if (response instanceof Promise) return response.then(finish, failed);
      return Promise.resolve(finish(response));
    } catch (error) {
      return Promise.resolve(failed(error));
    }
  };
}
