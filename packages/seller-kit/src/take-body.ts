import { failure, type ServiceResponse } from './answers.ts';
import type { Runner } from './runner.ts';
import type { ReadBody, ServiceRequest } from './service-request.ts';

const BODY_TAKEN =
  'Another body parser read this request before @mkt/seller-kit, which needs its raw bytes. Put ' +
  'app.use(expressHandler(service)) before app.use(express.json()), or let that parser keep the bytes as ' +
  'req.rawBody.';

/** The bytes that are signed: the body, or the raw query string of a GET or DELETE call. */
export function takeBody(
  { readQuery, maxBodyBytes }: Runner,
  request: ServiceRequest,
): ReadBody | Promise<ReadBody> {
  return readQuery
    ? { ok: true, bytes: new TextEncoder().encode(request.query) }
    : request.body(maxBodyBytes);
}

/** The answer when there are no bytes to be had. */
export function refuseBody(
  { logger, maxBodyBytes, name }: Runner,
  { reason }: ReadBody & { ok: false },
): ServiceResponse {
  switch (reason) {
    case 'too_large':
      return failure(413, `The body is larger than ${maxBodyBytes} bytes`);
    case 'fragmented':
      return failure(400, 'The body comes in too many small chunks, or with too much framing');
    case 'taken':
      logger.error(`[mkt] ${name}: ${BODY_TAKEN}`);
      return failure(500, BODY_TAKEN);
    case 'aborted':
      // Nobody is left to read it.
      return failure(400, 'The body did not arrive whole');
  }
}
