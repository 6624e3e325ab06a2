import { toQueryString, withQuery, sendsQuery } from '@mkt/protocol';
import {
  formatPayload,
  formatSigningSecret,
  parseSigningSecrets,
  signatureHeaders,
} from '@mkt/protocol/signing';
import { createSigner } from '#signer';
import type { Service } from './service-definition.ts';

export interface SignedRequestOptions {
  orderId?: string;
  listingId?: string;
  buyerId?: string;
  /** Age of the signature in seconds; negative is in the future. The kit accepts up to 300 either way. */
  ageSeconds?: number;
  /** Signs with this secret instead of the service's own, for example a wrong one. */
  secret?: string;
}

const LOCAL = 'http://localhost';

/**
 * The request that the marketplace would send for an order with this input, to pass to
 * `service.fetch`. It is signed with the service's secret, or unsigned when the service has none.
 */
export async function signedRequest(
  service: Service,
  input: unknown,
  options: SignedRequestOptions = {},
): Promise<Request> {
  const endpoint = `${service.baseUrl ?? LOCAL}/run`;
  const { url, bytes, body } = sendsQuery(service.method)
    ? queryCall(endpoint, input)
    : bodyCall(endpoint, input);
  return new Request(url, {
    method: service.method,
    headers: { 'content-type': 'application/json', ...(await headersOf(service, bytes, options)) },
    ...(body === undefined ? {} : { body }),
  });
}

export interface CallOutcome {
  status: number;
  /** The parsed JSON; `undefined` for an empty body. */
  body: unknown;
  response: Response;
}

/** Sends a signed request through the whole service, and reads the response. */
export async function callService(
  service: Service,
  input: unknown,
  options: SignedRequestOptions = {},
): Promise<CallOutcome> {
  const response = await service.fetch(await signedRequest(service, input, options));
  const text = await response.clone().text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), response };
}

/** A random signing secret, for a service under test. */
export function newSigningSecret(): string {
  return formatSigningSecret(crypto.getRandomValues(new Uint8Array(32)));
}

function bodyCall(url: string, input: unknown) {
  const body = JSON.stringify(input === undefined ? {} : input);
  return { url, body, bytes: new TextEncoder().encode(body) };
}

function queryCall(endpoint: string, input: unknown) {
  const query = toQueryString(JSON.stringify(input ?? {}));
  if (!query.ok)
    throw new TypeError(
      `The input${query.path === '' ? '' : ` at ${query.path}`} ${query.message}`,
    );
  const url = withQuery(endpoint, query.query);
  return { url, body: undefined, bytes: new TextEncoder().encode(new URL(url).search.slice(1)) };
}

async function headersOf(
  service: Service,
  bytes: Uint8Array,
  { orderId, listingId, buyerId, ageSeconds = 0, secret }: SignedRequestOptions,
): Promise<Record<string, string>> {
  const signer = secret === undefined ? service.signer : signerOf(secret);
  if (!signer) return {};
  const envelope = {
    orderId: orderId ?? crypto.randomUUID(),
    listingId: listingId ?? 'test-listing',
    buyerId: buyerId ?? 'test-buyer',
  };
  const payload = formatPayload(envelope, Math.floor(Date.now() / 1000) - ageSeconds);
  return signatureHeaders(payload, await signer.sign(payload, bytes));
}

function signerOf(secret: string) {
  const keys = parseSigningSecrets(secret);
  if (!keys)
    throw new TypeError('secret must be whsec_ followed by base64; newSigningSecret() creates one');
  return createSigner(keys);
}
