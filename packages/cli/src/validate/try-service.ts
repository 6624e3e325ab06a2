import {
  inProcessSchemaValidator,
  tryCall,
  trySecret,
  type SecretTrial,
  type Trial,
} from '@mkt/conformance';
import type { RunContract } from '@mkt/protocol';
import { nodeTransport } from './node-transport.ts';
import { urlPolicyFor } from './url-policy.ts';

const environmentOf = ({ endpointPath }: RunContract, signal: AbortSignal) => ({
  transport: nodeTransport(urlPolicyFor(endpointPath)),
  schemas: inProcessSchemaValidator(),
  signal,
});

/** Calls a service with its example input, signed with the secrets that are known. */
export async function tryService(
  contract: RunContract,
  { secrets, signal }: { secrets: string | undefined; signal: AbortSignal },
): Promise<Trial> {
  return await tryCall({ contract, environment: environmentOf(contract, signal), secrets });
}

/** Finds out whether a service uses the secret of its listing. */
export async function trySigning(
  contract: RunContract,
  { secret, listingId, signal }: { secret: string; listingId: string; signal: AbortSignal },
): Promise<SecretTrial> {
  const environment = environmentOf(contract, signal);
  return await trySecret({ contract, environment, secrets: secret, listingId });
}
