import { LIMITS, type Method } from '@mkt/protocol';
import { type CallReport, reportedCall } from './call-report.ts';
import type { Logger } from './log.ts';
import {
  failure,
  INTERNAL,
  isServiceError,
  jsonText,
  NOT_FOUND,
  preflight,
  REACHABLE,
  type ServiceResponse,
  withoutBody,
} from './responses.ts';
import { runCall } from './run-call.ts';
import type { HealthReport, PreparedService } from './service-definition.ts';
import type { ServiceRequest } from './service-request.ts';

type Endpoint = 'identity' | 'contract' | 'health' | 'run' | 'reachability' | 'preflight';

const READ_ONLY: ReadonlyMap<string, Endpoint> = new Map([
  ['/', 'identity'],
  ['/contract', 'contract'],
  ['/health', 'health'],
]);

/**
 * The endpoint of a request. `undefined` means 404, also for a known path with another method
 * (docs/reference/seller-interface.md, last row). HEAD counts as GET.
 */
export function endpointOf(method: string, path: string, runMethod: Method): Endpoint | undefined {
  if (path === '/run') {
    if (method === runMethod) return 'run';
    if (method === 'GET' || method === 'HEAD') return 'reachability';
    return method === 'OPTIONS' ? 'preflight' : undefined;
  }
  const endpoint = READ_ONLY.get(path);
  if (!endpoint) return undefined;
  if (method === 'GET' || method === 'HEAD') return endpoint;
  return method === 'OPTIONS' ? 'preflight' : undefined;
}

/**
 * The path below the base address. A proxy or a framework may have removed the path of the base
 * address already, so both forms are accepted.
 */
export function pathBelow(basePath: string, path: string): string {
  if (basePath !== '' && (path === basePath || path.startsWith(`${basePath}/`))) {
    return path.slice(basePath.length) || '/';
  }
  return path;
}

interface HealthSource {
  name: string;
  health: (() => HealthReport | Promise<HealthReport>) | undefined;
  logger: Logger;
}

const HEALTHY = jsonText(200, JSON.stringify({ status: 'ok' }));
const UNHEALTHY = jsonText(
  503,
  JSON.stringify({ status: 'error', error: 'The service is not healthy' }),
);

/** The response to `GET /health`: 2xx means healthy (docs/reference/seller-interface.md). */
async function healthResponse({ name, health, logger }: HealthSource): Promise<ServiceResponse> {
  if (!health) return HEALTHY;
  try {
    const report: unknown = await withinProbeTimeout(health);
    if (isHealthReport(report)) return jsonText(200, JSON.stringify(report));
    logger.error(`[mkt] ${name}: health must return { status: string }.`);
    return UNHEALTHY;
  } catch (error) {
    if (isServiceError(error)) return failure(error.status, error.message);
    logger.error(`[mkt] ${name}: health() threw, so GET /health responded with 503.`, error);
    return UNHEALTHY;
  }
}

const isHealthReport = (report: unknown): report is HealthReport =>
  typeof report === 'object' &&
  report !== null &&
  'status' in report &&
  typeof report.status === 'string';

/** The marketplace's probe gives up after the same time. */
async function withinProbeTimeout<T>(work: () => T | Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const limit = LIMITS.healthProbeTimeoutMs;
  const timer = setTimeout(
    () => reject(new Error(`health() did not finish within ${limit} ms`)),
    limit,
  );
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What the endpoints respond with. */
interface ServiceParts {
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

  async function respond(endpoint: Endpoint, request: ServiceRequest): Promise<ServiceResponse> {
    switch (endpoint) {
      case 'run':
        return await (onCall ? reportedCall(service, onCall, request) : runCall(service, request));
      case 'reachability':
        return REACHABLE;
      case 'identity':
        return identity;
      case 'contract':
        return contract(() => request.base());
      case 'health':
        return await healthResponse({ name: service.name, health, logger: service.logger });
      case 'preflight':
        return preflights;
    }
  }

  return async (request) => {
    try {
      const path = pathBelow(basePath, request.path);
      const endpoint = endpointOf(request.method, path, service.method);
      const response = endpoint === undefined ? NOT_FOUND : await respond(endpoint, request);
      return request.method === 'HEAD' ? withoutBody(response) : response;
    } catch (error) {
      service.logger.error(
        `[mkt] ${service.name}: unexpected error in @mkt/seller-kit; the caller got a 500. Please report it.`,
        error,
      );
      return INTERNAL;
    }
  };
}
