import { createContentReview, inProcessSchemaValidator, runBattery } from '@mkt/conformance';
import type { Check } from '@mkt/protocol';
import { frameworkIn } from './framework-in.ts';
import { nodeTransport } from './node-transport.ts';
import { publicUrlWarnings, urlPolicyFor } from './url-policy.ts';
import type { Validated } from './validate-document.ts';

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
