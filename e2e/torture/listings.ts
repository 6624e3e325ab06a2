import { published } from '../../test-bed/reviewed.ts';
import type { ApiResponse, ApiClient } from './api-client.ts';

const INPUT = {
  type: 'object',
  required: ['attempt'],
  properties: {
    attempt: { type: 'string', pattern: '^[a-z0-9-]+$' },
    delayMs: { type: 'integer' },
  },
};
const OUTPUT = {
  type: 'object',
  required: ['attempt', 'orderId'],
  properties: { attempt: { type: 'string' }, orderId: { type: 'string', format: 'uuid' } },
};

/** The three kinds of input that a listing can have: any JSON, JSON with a schema, a query string. */
const RUN_CONTRACTS = {
  plain: { method: 'POST' },
  checked: { method: 'POST', inputSchema: INPUT, outputSchema: OUTPUT },
  query: { method: 'GET' },
};

export type ListingForm = keyof typeof RUN_CONTRACTS;

export function expectStatus(response: ApiResponse, status: number): any {
  if (response.status !== status) throw new Error(`${response.status} ${response.text}`);
  return response.body;
}

/** Registers a seller and waits for its review. Returns the listing's id. */
export const publish = (api: ApiClient, sellerUrl: string, form: ListingForm): Promise<string> =>
  publishAt(api, `${sellerUrl}/${form}`, RUN_CONTRACTS[form]);

/** The same, for an endpoint and the rest of its run contract. */
export async function publishAt(
  api: ApiClient,
  endpointPath: string,
  contract: object,
): Promise<string> {
  const price = { amount: 0.02, currency: 'USD' };
  const provider = { title: 'Torture', price, runContract: { ...contract, endpointPath } };
  const created = await api.request('POST', '/v1/providers', JSON.stringify(provider));
  const { id } = expectStatus(created, 201);
  await published(api, id);
  return id;
}

export async function publishAll(
  api: ApiClient,
  sellerUrl: string,
): Promise<[string, ...string[]]> {
  const forms = Object.keys(RUN_CONTRACTS) as [ListingForm, ...ListingForm[]];
  const [first, ...more] = forms;
  const ids: [string, ...string[]] = [await publish(api, sellerUrl, first)];
  for (const form of more) ids.push(await publish(api, sellerUrl, form));
  return ids;
}

export async function signingSecret(api: ApiClient, listingId: string): Promise<string> {
  const path = `/v1/providers/${listingId}/signing-secret`;
  return expectStatus(await api.request('POST', path, '{}'), 200).secret;
}
