import { type Detail, type ImportErrorType, LIMITS, type ReadJson } from '@mkt/protocol';
import { hasByteOrderMark, ownError, readJsonBody } from '../calls/response-body.ts';
import type { CheckEnvironment } from '../checks/check.ts';
import { request, type TransportOutcome } from '../transport.ts';
import { checkUrl, type UrlPolicy } from '../url-policy.ts';

type ServiceUrl = { ok: true; at(path: string): string } | { ok: false; message: string };

/**
 * The base address of a seller's service. Paths are appended to its path, whose trailing slashes are
 * ignored. An address with a query or a fragment is refused, because no path can be appended.
 */
export function readServiceUrl(text: string, policy: UrlPolicy): ServiceUrl {
  const checked = checkUrl(text.trim(), policy);
  if (!checked.ok) return checked;
  const { url } = checked;
  if (/[?#]/.test(text)) {
    return { ok: false, message: 'must be a base address, without a query or a fragment' };
  }
  const base = url.origin + url.pathname.replace(/\/+$/, '');
  return { ok: true, at: (path) => base + path };
}

export type FetchedContract =
  | { ok: true; document: ReadJson }
  | {
      ok: false;
      type: ImportErrorType | 'url_not_allowed';
      message: string;
      details?: Detail[];
      /** The service's own `error`, with a status other than 2xx. */
      serviceError?: string;
    };

export interface FetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

type Environment = Pick<CheckEnvironment, 'transport' | 'urlPolicy' | 'signal'>;

/**
 * GET `{serviceUrl}/contract`. Failures are one of the four import errors
 * (docs/reference/protocol.md#errors-of-an-import) or `url_not_allowed`. Redirects are not followed and
 * count as `non_ok_status`. A body that is too large or nested too deeply is `invalid_json`: the status
 * was 2xx, but there is no document to check against the contract's schema.
 */
export async function fetchContract(
  serviceUrl: string,
  environment: Environment,
  limits: FetchLimits = { timeoutMs: LIMITS.contractTimeoutMs, maxBytes: LIMITS.contractBytes },
): Promise<FetchedContract> {
  const service = readServiceUrl(serviceUrl, environment.urlPolicy);
  if (!service.ok) return notAllowed(service.message);
  const outcome = await request(environment.transport, {
    method: 'GET',
    url: service.at('/contract'),
    headers: { accept: 'application/json' },
    ...limits,
    signal: environment.signal,
  });
  return readContractResponse(outcome, service.at(''), limits.maxBytes);
}

function serviceErrorOf(outcome: TransportOutcome): { serviceError?: string } {
  const serviceError = ownError(outcome);
  return serviceError === undefined ? {} : { serviceError };
}

const notAllowed = (message: string): FetchedContract => ({
  ok: false,
  type: 'url_not_allowed',
  message: `The service’s address is not allowed: it ${message}.`,
});

/** The contract in a response to `GET /contract`, or what is wrong with the response. */
function readContractResponse(
  outcome: TransportOutcome,
  serviceUrl: string,
  maxBytes: number,
): FetchedContract {
  switch (outcome.kind) {
    case 'refused':
      return notAllowed(outcome.message);
    case 'failed':
      return outcome.reason === 'too_large'
        ? invalidJson(`is larger than ${Math.floor(maxBytes / 1024)} KiB`)
        : {
            ok: false,
            type: 'network',
            message: `GET /contract: the service at ${serviceUrl} ${outcome.message}.`,
          };
    case 'response': {
      if (outcome.status < 200 || outcome.status > 299) {
        return {
          ok: false,
          type: 'non_ok_status',
          message: statusMessage(outcome.status, serviceUrl),
          ...serviceErrorOf(outcome),
        };
      }
      const body = withoutByteOrderMark(outcome.body);
      const read = readJsonBody({ ...outcome, body });
      return read.ok ? read : invalidJson(read.problem);
    }
  }
}

const BYTE_ORDER_MARK_BYTES = 3;

const invalidJson = (message: string): FetchedContract => ({
  ok: false,
  type: 'invalid_json',
  message: `GET /contract: the response ${message}.`,
});

function statusMessage(status: number, serviceUrl: string): string {
  const returned = `GET ${serviceUrl}/contract returned ${status}`;
  if (status >= 300 && status < 400)
    return `${returned}, and redirects are not followed. Give the address that it redirects to.`;
  const [path] = /\/(?:contract|run)$/.exec(serviceUrl) ?? [];
  return path === undefined
    ? `${returned}; expected 200 with the contract.`
    : `${returned}. Leave ${path} out of the address: ${serviceUrl.slice(0, -path.length)}`;
}

/** RFC 8259, 8.1, allows parsers to ignore it; some frameworks write one. */
const withoutByteOrderMark = (body: Uint8Array): Uint8Array =>
  hasByteOrderMark(body) ? body.subarray(BYTE_ORDER_MARK_BYTES) : body;
