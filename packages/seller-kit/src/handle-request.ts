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

  function failed(error: unknown): ServiceResponse {
    runner.logger.error(`[mkt] ${runner.name}: a request could not be answered.`, error);
    return INTERNAL;
  }

  return (request) => {
    const finish = (answered: ServiceResponse) =>
      request.method === 'HEAD' ? withoutBody(answered) : answered;
    try {
      const path = pathBelow(basePath, request.path);
      const endpoint = endpointOf(request.method, path, runner.method);
      const answered = endpoint === undefined ? NOT_FOUND : answer(endpoint, request);
      if (answered instanceof Promise) return answered.then(finish, failed);
      return Promise.resolve(finish(answered));
    } catch (error) {
      return Promise.resolve(failed(error));
    }
  };
}
