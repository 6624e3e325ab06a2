import { LIMITS, parseJson, type Detail, type ImportErrorType } from '@mkt/protocol';
import type { CheckEnvironment } from '../checks/check-environment.ts';
import { request, type TransportOutcome } from '../transport.ts';
import { readServiceUrl } from './service-url.ts';

export type FetchedContract =
  | { ok: true; document: unknown; /** With its numbers as they were written. */ exact: unknown }
  | { ok: false; type: ImportErrorType | 'url_not_allowed'; message: string; details?: Detail[] };

export interface FetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

type Environment = Pick<CheckEnvironment, 'transport' | 'urlPolicy' | 'signal'>;

/**
 * GET `{serviceUrl}/contract`, with what can go wrong sorted into the four import errors
 * (docs/protocol.md#errors-of-an-import) and `url_not_allowed`. A redirect is not followed: it is
 * `non_ok_status`. A body that is too large or nested too deeply is `invalid_json`: it was answered
 * with 2xx, and nothing was read that could be held against the contract's schema.
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
  return readContractAnswer(outcome, serviceUrl, limits.maxBytes);
}

const notAllowed = (message: string): FetchedContract => ({
  ok: false,
  type: 'url_not_allowed',
  message: `The service’s address is not allowed: it ${message}.`,
});

/** What an answer to `GET /contract` comes down to. */
function readContractAnswer(
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
        : { ok: false, type: 'network', message: `GET /contract: the service ${outcome.message}.` };
    case 'response': {
      if (outcome.status < 200 || outcome.status > 299) {
        return {
          ok: false,
          type: 'non_ok_status',
          message: statusMessage(outcome.status, serviceUrl),
        };
      }
      const parsed = parseJson(withoutByteOrderMark(outcome.body));
      return parsed.ok
        ? { ok: true, document: parsed.value, exact: parsed.exact }
        : invalidJson(parsed.message);
    }
  }
}

const invalidJson = (message: string): FetchedContract => ({
  ok: false,
  type: 'invalid_json',
  message: `GET /contract: the answer ${message}.`,
});

function statusMessage(status: number, serviceUrl: string): string {
  const answered = `GET /contract answered ${status}`;
  if (status >= 300 && status < 400) return `${answered}; redirects are not followed.`;
  return /\/contract\/*$/.test(serviceUrl)
    ? `${answered}: /contract is appended to the address, so give it without.`
    : `${answered}; it must answer 200 with the contract.`;
}

/** RFC 8259, 8.1, lets a reader pass over it; some frameworks write one. */
function withoutByteOrderMark(body: Uint8Array): Uint8Array {
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return hasMark ? body.subarray(3) : body;
}
