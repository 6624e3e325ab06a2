import { answerHealth } from './answer-health.ts';
import {
  INTERNAL,
  NOT_FOUND,
  preflight,
  REACHABLE,
  withoutBody,
  type ServiceResponse,
} from './answers.ts';
import { endpointOf, pathBelow, type Endpoint } from './route.ts';
import { runCall } from './run-call.ts';
import type { Runner } from './runner.ts';
import type { HealthReport } from './service-definition.ts';
import type { ServiceRequest } from './service-request.ts';

/** What the endpoints answer with. */
export interface ServiceParts {
  runner: Runner;
  /** Path of the base address, which a request's path may or may not still carry. */
  basePath: string;
  identity: ServiceResponse;
  contract: (baseOfRequest: () => string | undefined) => ServiceResponse;
  health: (() => HealthReport | Promise<HealthReport>) | undefined;
}

/** The core: a request in, an answer out, both plain data. Never rejects. */
export function requestHandler(
  parts: ServiceParts,
): (request: ServiceRequest) => Promise<ServiceResponse> {
  const { runner, basePath, identity, contract, health } = parts;
  const preflights = preflight([...new Set(['GET', 'HEAD', runner.method, 'OPTIONS'] as const)]);

  function answer(endpoint: Endpoint, request: ServiceRequest) {
    switch (endpoint) {
      case 'run':
        return runCall(runner, request);
      case 'reachability':
        return REACHABLE;
      case 'identity':
        return identity;
      case 'contract':
        return contract(() => request.base());
      case 'health':
        return answerHealth({ name: runner.name, health, logger: runner.logger });
      case 'preflight':
        return preflights;
    }
  }

  return async (request) => {
    try {
      const path = pathBelow(basePath, request.path);
      const endpoint = endpointOf(request.method, path, runner.method);
      const answered = endpoint === undefined ? NOT_FOUND : await answer(endpoint, request);
      return request.method === 'HEAD' ? withoutBody(answered) : answered;
    } catch (error) {
      runner.logger.error(`[mkt] ${runner.name}: a request could not be answered.`, error);
      return INTERNAL;
    }
  };
}
