import { timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { notFound, Refusal } from '../market/refusal.ts';
import { send } from './response.ts';
import { requestIdOf } from './request-id.ts';
import { checkLocalName, checkNotCrossOrigin, type OwnOrigins } from './same-origin.ts';

export interface OperationsDeps {
  /**
   * Whether the server should receive requests: the database responds, and the server is not
   * shutting down.
   */
  isReady(): Promise<boolean>;
  metrics: { text(): Promise<string>; contentType: string };
  /** null: /metrics is open to programs in dev mode, and 404 otherwise. */
  metricsToken: string | null;
  dev: boolean;
  ownOrigins: OwnOrigins;
}

function mayReadMetrics({ metricsToken, dev, ownOrigins }: OperationsDeps, req: Request): boolean {
  if (metricsToken === null) {
    if (!dev) throw notFound('Path');
    checkLocalName(req);
    checkNotCrossOrigin(req, ownOrigins);
    return true;
  }
  const given = Buffer.from(req.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${metricsToken}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The handlers for operators: liveness, readiness and metrics. */
export function operationsHandlers(deps: OperationsDeps) {
  return {
    healthz(_req: Request, res: Response) {
      send(res, { status: 200, json: { status: 'ok' } }, requestIdOf(res));
    },
    async readyz(_req: Request, res: Response) {
      const ready = await deps.isReady().catch(() => false);
      const json = { status: ready ? 'ready' : 'not ready' };
      send(res, { status: ready ? 200 : 503, json }, requestIdOf(res));
    },
    async metrics(req: Request, res: Response) {
      if (!mayReadMetrics(deps, req)) {
        throw new Refusal(
          'unauthenticated',
          'Send the metrics token as a bearer token: Authorization: Bearer TOKEN',
        );
      }
      const headers = { 'Content-Type': deps.metrics.contentType };
      send(res, { status: 200, text: await deps.metrics.text(), headers }, requestIdOf(res));
    },
  };
}
