import type { RunContract } from '@mkt/protocol';
import { formatDuration } from '../show/time.ts';
import { quoteArgument } from '../terminal/text.ts';
import { nodeTransport } from '../validate/node-transport.ts';
import { urlPolicyFor } from '../validate/url-policy.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkClock, offsetOf } from './clock.ts';
import { failed, passed, skipped, type Finding } from './finding.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

interface ServiceCheck {
  /** Base address; by default the listing's endpoint is requested. */
  serviceUrl: string | undefined;
  listing: { slug: string; runContract: Pick<RunContract, 'endpointPath'> } | undefined;
  /** How far the marketplace's clock is ahead of this machine's, if it is known. */
  marketOffsetMs: number | undefined;
  signal: AbortSignal;
}

/** Whether the service responds, with which clock, and how long its certificate is valid. */
export async function checkService(check: ServiceCheck): Promise<Finding[]> {
  const { serviceUrl, listing, marketOffsetMs, signal } = check;
  const url =
    serviceUrl === undefined ? listing?.runContract.endpointPath : contractUrl(serviceUrl);
  if (url === undefined) return [skipped('service', 'not requested: pass --service-url')];
  const method = serviceUrl === undefined ? 'HEAD' : 'GET';
  const startedAtMs = Date.now();
  const outcome = await nodeTransport(urlPolicyFor(url)).request({
    method,
    url,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
  const endedAtMs = Date.now();
  signal.throwIfAborted();
  const where = `${method} ${url}`;
  const isHttps = URL.parse(url)?.protocol === 'https:';
  const certificate = isHttps ? [await checkCertificate(url, signal)] : [];
  switch (outcome.kind) {
    case 'refused':
      return [failed('service', `${url} ${outcome.message}`, publicAddress(check))];
    case 'failed':
      return [failed('service', `${url} ${outcome.message}`, curl(method, url)), ...certificate];
    case 'response': {
      const { status, latencyMs, headers } = outcome;
      const took = formatDuration(latencyMs);
      // Once a service has its secret, it may refuse every unsigned request.
      const isGood = (status >= 200 && status < 300) || (method === 'HEAD' && status === 401);
      const offsetMs = offsetOf(headers.get('date'), { startedAtMs, endedAtMs });
      return [
        isGood
          ? passed('service', `${where} responded with ${status} in ${took}`)
          : failed('service', `${where} responded with ${status}`, curl(method, url)),
        ...(offsetMs === undefined || marketOffsetMs === undefined
          ? []
          : [checkClock('service-clock', 'the service’s', offsetMs - marketOffsetMs)]),
        ...certificate,
      ];
    }
  }
}

/** What gives the service an address that a marketplace calls. */
function publicAddress({ serviceUrl, listing }: ServiceCheck): string {
  if (serviceUrl === undefined && listing) {
    return `mkt listings edit ${quoteArgument(listing.slug)}`;
  }
  const url = URL.parse(serviceUrl ?? '');
  const isPlain = url?.protocol === 'http:' && isDomainName(url.hostname);
  const address = isPlain ? `https://${url.host}` : 'https://api.example.com';
  return `mkt doctor --service-url ${quoteArgument(address)}`;
}

/** A public name, rather than an IP address or a name of this network. */
const isDomainName = (host: string) =>
  /\.[a-z][a-z-]+$/i.test(host) && !/\.(local|internal)$/i.test(host);

const contractUrl = (serviceUrl: string) => `${serviceUrl.replace(/\/+$/, '')}/contract`;

const curl = (method: string, url: string) =>
  `curl -sS${method === 'HEAD' ? 'I' : ' -D - -o /dev/null'} --max-time 10 ${quoteArgument(url)}`;
