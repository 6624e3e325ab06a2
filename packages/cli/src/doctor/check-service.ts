import { isIP } from 'node:net';
import { platform } from 'node:os';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import type { Client } from '@mkt/client';
import { LIMITS, type PreviewListing, type Provider, type RunContract } from '@mkt/protocol';
import { systemCode } from '../errors/cli-error.ts';
import { type Difference, differencesOf } from '../publish/differences.ts';
import { changedMembers } from '../publish/show-plan.ts';
import { formatDuration } from '../show/price.ts';
import { isSameEndpoint } from '../store/loopback.ts';
import { quoteArgument } from '../terminal/text.ts';
import { nodeTransport } from '../validate/node-transport.ts';
import { urlPolicyFor } from '../validate/served-contract.ts';
import { advice, failed, failedRequest, type Finding, passed, skipped } from './findings.ts';

/** Beyond this a clock is probably not synchronised at all. */
const NOTICEABLE_MS = 30_000;
/** A `Date` header leaves out the milliseconds: on average half a second. */
const HALF_A_SECOND_MS = 500;
const TOLERANCE_S = LIMITS.signatureToleranceSeconds;

/** Times of this machine around a request, in Unix milliseconds. */
interface Around {
  startedAtMs: number;
  endedAtMs: number;
}

/**
 * How far the clock of a server is ahead of this machine's, in milliseconds, from the `Date` header
 * of its response; `undefined` without a valid one.
 */
export function offsetOf(date: string | null | undefined, around: Around): number | undefined {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) return undefined;
  return serverMs + HALF_A_SECOND_MS - (around.startedAtMs + around.endedAtMs) / 2;
}

/** Judges a clock by how far it is ahead of the marketplace's. `whose` begins the sentence. */
export function checkClock(
  name: 'clock' | 'service-clock',
  whose: string,
  aheadMs: number,
): Finding {
  const off = Math.abs(aheadMs);
  const difference = `${formatOff(off)} ${aheadMs > 0 ? 'ahead of' : 'behind'} the marketplace’s`;
  if (off > TOLERANCE_S * 1_000) {
    return failed(
      name,
      `${whose} clock is ${difference}, so signatures are refused: the limit is ${TOLERANCE_S} s`,
      synchronise(),
    );
  }
  if (off > NOTICEABLE_MS) {
    return advice(
      name,
      `${whose} clock is ${difference}; beyond ${TOLERANCE_S} s signatures are refused`,
      synchronise(),
    );
  }
  return passed(name, `${whose} clock agrees with the marketplace’s within ${formatOff(off)}`);
}

function formatOff(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** The command that sets the clock of a machine with this operating system. */
function synchronise(): string {
  const system = platform();
  if (system === 'win32') return 'w32tm /resync';
  return system === 'darwin' ? 'sudo sntp -sS time.apple.com' : 'sudo timedatectl set-ntp true';
}

const CERTIFICATE_TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** Certificates are usually renewed a month before they expire, so by now a renewal has failed. */
const SOON_DAYS = 14;

/** Whether the marketplace will accept the certificate of an https address, and for how long. */
async function checkCertificate(address: string, signal: AbortSignal): Promise<Finding> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const show = showCertificate(address);
  try {
    const { certificate, problem } = await readCertificate(host, Number(port) || 443, signal);
    const left = (Date.parse(certificate.valid_to) - Date.now()) / DAY_MS;
    if (left < 0) {
      const ago = count(Math.max(1, Math.floor(-left)));
      return failed('certificate', `expired ${ago} ago, so calls to it fail`, show);
    }
    const days = Math.floor(left);
    if (problem !== undefined)
      return failed('certificate', `is not trusted (${problem}), so calls to it fail`, show);
    if (Number.isNaN(days)) return skipped('certificate', 'its expiry cannot be read', show);
    const expiry = `expires in ${count(days)}`;
    if (days < SOON_DAYS) {
      return advice('certificate', `${expiry}: check that it is renewed`, show);
    }
    return passed('certificate', `is valid, ${expiry}`);
  } catch (error) {
    signal.throwIfAborted();
    return skipped('certificate', `could not be read (${systemCode(error)})`, show);
  }
}

const count = (days: number) => (days === 1 ? '1 day' : `${days} days`);

/** Shows the certificate that is sent for an address. */
export const showCertificate = (address: string): string => {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const target = quoteArgument(`${hostname}:${port || 443}`);
  const name = isIP(host) ? '' : ` -servername ${quoteArgument(host)}`;
  return `openssl s_client -connect ${target}${name} </dev/null | openssl x509 -noout -subject -dates`;
};

interface Read {
  certificate: PeerCertificate;
  /** Why the chain or the name is not trusted. */
  problem: string | undefined;
}

async function readCertificate(host: string, port: number, signal: AbortSignal): Promise<Read> {
  const { promise, resolve, reject } = Promise.withResolvers<Read>();
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(CERTIFICATE_TIMEOUT_MS)]);
  const socket: TLSSocket = connect({
    host,
    port,
    ...(isIP(host) ? {} : { servername: host }),
    // The certificate is only looked at: nothing is sent. An invalid one must be readable too.
    rejectUnauthorized: false,
  });
  const stop = () => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
  deadline.addEventListener('abort', stop);
  socket.once('error', reject);
  socket.once('secureConnect', () => {
    const { authorizationError } = socket;
    const problem = authorizationError ? systemCodeOf(authorizationError) : undefined;
    resolve({ certificate: socket.getPeerCertificate(), problem });
  });
  try {
    return await promise;
  } finally {
    deadline.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** Node's types say Error; in fact it is the code as a string for problems of the chain. */
const systemCodeOf = (problem: unknown) =>
  typeof problem === 'string' ? problem : systemCode(problem);

interface ContractCheck {
  client: Client;
  provider: Provider;
  scopes: readonly string[];
  /** Where the contract is served; `undefined` if it was not found. */
  serviceUrl: string | undefined;
  signal: AbortSignal;
}

/** Whether the service still has the contract that is listed, as the marketplace reads it. */
export async function checkContract(check: ContractCheck): Promise<Finding> {
  const { client, provider, scopes, serviceUrl, signal } = check;
  const { endpointPath } = provider.runContract;
  if (serviceUrl === undefined) {
    return skipped('contract', `not compared: there is none at or above ${endpointPath}`);
  }
  if (!scopes.includes('provider:create')) {
    return skipped('contract', 'not compared: the key lacks the scope provider:create');
  }
  const publish = `mkt publish --service-url ${quoteArgument(serviceUrl)}`;
  try {
    const { listing, warnings } = await client.listings.preview(serviceUrl, { signal });
    const hasPrice = warnings.every(({ code }) => code !== 'no_price');
    return compare(provider, hasPrice ? listing : { ...listing, price: provider.price }, publish);
  } catch (error) {
    signal.throwIfAborted();
    return await failedRequest('contract', error, publish);
  }
}

function compare(provider: Provider, listing: PreviewListing, publish: string): Finding {
  const [is, wanted] = [provider.runContract, listing.runContract];
  const isMoved = !isSameEndpoint(is.endpointPath, wanted.endpointPath);
  if (isMoved && isSameEndpoint(originOf(is.endpointPath), originOf(wanted.endpointPath))) {
    return failed(
      'contract',
      `the service is at ${wanted.endpointPath} now, and ${provider.slug} still at ${is.endpointPath}`,
      `${publish} --listing ${quoteArgument(provider.slug)}`,
    );
  }
  const { endpointPath, healthEndpoint } = is;
  const { healthEndpoint: wantedHealth, ...rest } = wanted;
  // An instance elsewhere is compared in everything but its addresses.
  const isSameHealth = isMoved || isSameEndpoint(healthEndpoint ?? '', wantedHealth ?? '');
  const health = isSameHealth ? healthEndpoint : wantedHealth;
  const runContract = { ...rest, endpointPath, ...(health ? { healthEndpoint: health } : {}) };
  const changed = differencesOf(provider, { ...listing, runContract }).flatMap(nameOf);
  if (changed.length === 0)
    return passed('contract', 'the service has the contract that is listed');
  return advice(
    'contract',
    `the service differs from ${provider.slug} in ${changed.join(', ')}: buyers see the listed contract`,
    publish,
  );
}

const nameOf = ({ field, from, to }: Difference): string[] =>
  field === 'runContract' ? changedMembers(from, to) : [field];

const originOf = (address: string): string => URL.parse(address)?.origin ?? address;

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
