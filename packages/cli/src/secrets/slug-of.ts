const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

type Provider = { slug: string };

interface Client {
  providers: { get(id: string, options: { signal: AbortSignal }): PromiseLike<Provider> };
}

/** The slug of a provider that was named by its slug or its id. */
export async function slugOf(
  { providers }: Client,
  slugOrId: string,
  signal: AbortSignal,
): Promise<string> {
  return UUID.test(slugOrId) ? (await providers.get(slugOrId, { signal })).slug : slugOrId;
}
