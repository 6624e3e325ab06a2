import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Detail } from '@mkt/protocol';
import type { Log } from '../market/log.ts';
import { Refusal } from '../market/refusal.ts';
import { send } from './response.ts';
import { closeAfterResponse } from './close-connection.ts';
import { errorResponse } from './respond.ts';
import { RateLimited } from './rate-limits.ts';
import { BodyRefused } from './body.ts';
import { requestIdOf } from './request-id.ts';

/** express throws a URIError for a path with invalid percent-encoding. */
function asRefusal(error: unknown): unknown {
  return error instanceof URIError
    ? new Refusal('malformed_request', 'The path has invalid percent-encoding.')
    : error;
}

export type HandleError = (thrown: unknown, req: IncomingMessage, res: ServerResponse) => void;

/** A request that was refused, for an observer in this process. */
export interface RefusedRequest {
  method: string;
  /** Without the query string. */
  path: string;
  type: string;
  message: string;
  /** Where the request is invalid. */
  details: readonly Detail[];
}

/** Responds to every request that was refused or failed, and logs defects of the marketplace. */
export function errorHandler(
  log: Pick<Log, 'error'>,
  onRefusal?: (refused: RefusedRequest) => void,
): HandleError {
  return function handleError(thrown, req, res) {
    const error = asRefusal(thrown);
    const requestId = requestIdOf(res);
    const { internal, ...response } = errorResponse(error, requestId);
    if (internal)
      log.error(
        { requestId, method: req.method, err: error },
        'request failed with an internal error',
      );
    if (error instanceof Refusal) {
      const { type, message, extras } = error;
      const [path = ''] = (req.url ?? '').split('?');
      onRefusal?.({ method: req.method ?? '', path, type, message, details: extras.details ?? [] });
    }
    if (res.headersSent) {
      res.destroy();
      return;
    }
    if (error instanceof BodyRefused) closeAfterResponse(req, res);
    const rateHeaders = error instanceof RateLimited ? error.headers : {};
    send(res, { ...response, headers: { ...rateHeaders, ...response.headers } }, requestId);
  };
}
