import { LIMITS } from '@mkt/protocol';
import type { Logger } from './logger.ts';
import { failure, jsonText, type ServiceResponse } from './responses.ts';
import type { HealthReport } from './service-definition.ts';
import { isServiceError } from './service-error.ts';

export interface HealthSource {
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
export async function healthResponse({
  name,
  health,
  logger,
}: HealthSource): Promise<ServiceResponse> {
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
