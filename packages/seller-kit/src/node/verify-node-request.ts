import { verifySigned, type VerifiedRequest, type VerifyOptions } from '../verify-request.ts';
import { readNodeRequest, type NodeRequest } from './node-request.ts';

/**
 * `verifyRequest` for the requests of node:http and express. It reads the body itself, so it needs no
 * body parser; after one, the parser must have kept the bytes, as express.raw() does.
 *
 * ```ts
 * app.post('/run', async (request, response) => {
 *   const { bodyText } = await verifyNodeRequest(request);
 *   response.json(await work(JSON.parse(bodyText)));
 * });
 * ```
 *
 * Result, errors and options are those of `verifyRequest` (docs/reference/seller-interface.md#in-javascript).
 */
export function verifyNodeRequest(
  request: NodeRequest,
  options: VerifyOptions = {},
): Promise<VerifiedRequest> {
  return verifySigned(() => readNodeRequest(request), options);
}
