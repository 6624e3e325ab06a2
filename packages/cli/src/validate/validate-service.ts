import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createContentReview,
  type Framework,
  FRAMEWORKS,
  inProcessSchemaValidator,
  runBattery,
  type SecretTrial,
  type Trial,
  tryCall,
  trySecret,
} from '@mkt/conformance';
import { type Check, isObject, type RunContract } from '@mkt/protocol';
import { nodeTransport } from './node-transport.ts';
import { publicUrlWarnings, urlPolicyFor } from './served-contract.ts';
import type { Validated } from './validate-document.ts';

/** The framework that the project in a folder depends on, if there is exactly one. */
async function frameworkIn(folder: string): Promise<Framework | undefined> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
  const dependencies = isObject(manifest) ? manifest['dependencies'] : undefined;
  if (!isObject(dependencies)) return undefined;
  const [only, ...others] = FRAMEWORKS.filter((name) => Object.hasOwn(dependencies, name));
  return others.length === 0 ? only : undefined;
}

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

export interface ServiceOptions {
  serviceUrl: string;
  /** Several are separated by commas. */
  secret?: string | undefined;
  /** Leaves out the calls that the service must refuse. */
  isQuick?: boolean | undefined;
  /** The folder of the service’s project. */
  folder: string;
  signal: AbortSignal;
  onCheck(check: Check): void;
}

/** Runs every check on a running service. */
export async function validateService(options: ServiceOptions): Promise<Validated> {
  const { serviceUrl, secret, isQuick, folder, signal, onCheck } = options;
  const urlPolicy = urlPolicyFor(serviceUrl);
  const { checks, warnings, contract } = await runBattery({
    serviceUrl,
    secret,
    isQuick,
    framework: urlPolicy.allowPrivate ? await frameworkIn(folder) : undefined,
    environment: {
      transport: nodeTransport(urlPolicy),
      schemas: inProcessSchemaValidator(),
      urlPolicy,
      reviewContent: createContentReview(),
      // One attempt: a retry could hide an unreliable service.
      attempts: 1,
      signal,
      onCheck,
    },
  });
  signal.throwIfAborted();
  return {
    title: contract?.title ?? null,
    checks,
    warnings: [...warnings, ...(contract ? publicUrlWarnings(contract.runContract) : [])],
  };
}
