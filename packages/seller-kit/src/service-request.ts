import { sendsQuery } from '@mkt/protocol';
import { failure, misconfigured, type ServiceResponse } from './responses.ts';
import type { PreparedService } from './prepared-service.ts';
import type { ReadBody, ServiceRequest, SignedRequest } from './service-request-src-service-request.ts';

/** Four times what a buyer may send. */
export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

const ALREADY_READ =
  'Another body parser read this request before @mkt/seller-kit, which needs the raw bytes.';
const PARSER_FIX =
  'Pass the request to service.fetch before anything reads its body, or read it from request.clone().';

/** The bytes that the signature covers: the body, or the raw query string of a GET or DELETE call. */
export function readSignedBytes(
  request: SignedRequest,
  maxBodyBytes: number,
): ReadBody | Promise<ReadBody> {
  return sendsQuery(request.method)
    ? { ok: true, bytes: new TextEncoder().encode(request.query) }
    : request.body(maxBodyBytes);
}

/** Status and sentence of the refusals that are the same with the kit's routes and without. */
export function bodyProblem(
  reason: 'too_large' | 'fragmented' | 'aborted',
  maxBodyBytes: number,
): { status: 400 | 413; message: string } {
  switch (reason) {
    case 'too_large':
      return { status: 413, message: `The body is larger than ${maxBodyBytes} bytes` };
    case 'fragmented':
      return {
        status: 400,
        message: 'The body arrived in too many small chunks, or with too much chunk framing',
      };
    case 'aborted':
      return { status: 400, message: 'The body ended before it was complete' };
  }
}

/** The response when the body cannot be read. */
export function bodyRefusal(
  { logger, maxBodyBytes, name }: PreparedService,
  { parserFix = PARSER_FIX }: ServiceRequest,
  { reason }: ReadBody & { ok: false },
): ServiceResponse {
  if (reason === 'already_read') {
    const sentence = `${ALREADY_READ} ${parserFix}`;
    logger.error(`[mkt] ${name}: ${sentence}`);
    return misconfigured(500, sentence);
  }
  const { status, message } = bodyProblem(reason, maxBodyBytes);
  return failure(status, message);
}
