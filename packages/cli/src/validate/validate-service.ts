import { createContentReview, inProcessSchemaValidator, runBattery } from '@mkt/conformance';
import type { Check } from '@mkt/protocol';
import { nodeTransport } from './node-transport.ts';
import { publicUrlWarnings } from './public-url-warnings.ts';
import { urlPolicyFor } from './url-policy-for.ts';
import type { Validated } from './validate-document.ts';

export interface ServiceOptions {
  serviceUrl: string;
  secret?: string | undefined;
  signal: AbortSignal;
  onCheck(check: Check): void;
}

/** A running service: every check by name. */
export async function validateService(options: ServiceOptions): Promise<Validated> {
  const { serviceUrl, secret, signal, onCheck } = options;
  const urlPolicy = urlPolicyFor(serviceUrl);
  const { checks, warnings, contract } = await runBattery({
    serviceUrl,
    secret,
    environment: {
      transport: nodeTransport(urlPolicy),
      schemas: inProcessSchemaValidator(),
      urlPolicy,
      reviewContent: createContentReview(),
      // A service at hand answers or it does not: no second try hides a flaw.
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
