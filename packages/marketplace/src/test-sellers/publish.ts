import type { Client, Provider } from '@mkt/client';

const POLL_MS = 25;

export interface PublishOptions {
  client: Client;
  /** Resolves when reviews may have ended. */
  reviewed(): Promise<void>;
}

/** A listing that is for sale, and the secret that signs its calls. */
export interface ForSale {
  provider: Provider;
  signingSecret: string;
}

/** The listing once its review has ended. Rejects with what the review found, if it was flagged. */
export async function forSale(
  { client, reviewed }: PublishOptions,
  created: Pick<Provider, 'id'>,
): Promise<ForSale> {
  await reviewed();
  let provider = await client.providers.get(created.id);
  while (provider.status === 'pending_review') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    provider = await client.providers.get(created.id);
  }
  if (provider.status === 'flagged' || provider.status === 'draft') {
    throw new Error(
      `${provider.slug} was not published. ${provider.reviewRejectionReason ?? `It is a ${provider.status}.`}`,
    );
  }
  const { secret } = await client.providers.signingSecret(provider.id);
  return { provider, signingSecret: secret };
}
