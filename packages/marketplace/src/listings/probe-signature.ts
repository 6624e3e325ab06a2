import type { ProbeSignature } from '@mkt/conformance';
import type { Clock } from '../market/outside.ts';
import type { SecretStore } from '../server/store-domain-store.ts';

/** Signs a review's requests to the endpoint of a listing, once that has a secret (docs/signing.md). */
export async function probeSignature(
  { secrets, clock }: { secrets: Pick<SecretStore, 'signing'>; clock: Pick<Clock, 'now'> },
  of: Parameters<SecretStore['signing']>[0],
): Promise<ProbeSignature | undefined> {
  const signing = await secrets.signing(of);
  return signing && { ...signing, now: clock.now };
}
