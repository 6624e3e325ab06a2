import { pollUntil } from './poll-until.ts';

interface Requests {
  request(method: string, path: string): Promise<{ status: number; text: string; body: any }>;
}

/** The provider after its review, on a server with a real clock. */
export const reviewed = (api: Requests, id: string, withinMs = 60_000): Promise<any> =>
  pollUntil(
    `the review of ${id} has ended`,
    async () => {
      const { status, text, body } = await api.request('GET', `/v1/providers/${id}`);
      // Others that wait for reviews may ask with the same key.
      if (status === 429) return undefined;
      if (status !== 200) throw new Error(`${status} ${text}`);
      return body.status === 'pending_review' ? undefined : body;
    },
    withinMs,
  );

/** The provider once its review has published it; rejects if the review flags it. */
export async function published(api: Requests, id: string): Promise<any> {
  const provider = await reviewed(api, id);
  if (provider.status !== 'published') {
    throw new Error(`Not published: ${JSON.stringify(provider)}`);
  }
  return provider;
}
