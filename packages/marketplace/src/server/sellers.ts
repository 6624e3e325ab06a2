import { availableParallelism } from 'node:os';
import type { UrlPolicy } from '@mkt/conformance';
import type { Clock } from '../market/outside.ts';
import { createSchemaValidation } from '../schemas/validation.ts';
import { createSellerGateway, type SellerGatewayOptions } from '../sellers/gateway.ts';
import { createGuardedFetch } from '../sellers/guarded-fetch.ts';
import { createHealthProber } from '../sellers/prober.ts';
import type { Resolve } from '../sellers/resolve.ts';
import { createWebhookSender } from '../sellers/webhook-sender.ts';
import type { Config } from './config.ts';
import { createJsonReader } from './json-reader.ts';
import { createReviewChecks, loadBlockedWords } from './review-checks.ts';

/**
 * One per core up to this many, and at least two, so that a slow schema leaves one to the others.
 */
const MAX_SCHEMA_PROCESSES = 8;

/** To one origin, which many accounts may share. */
const MAX_WEBHOOK_CONNECTIONS = 256;

export interface SellersOptions {
  config: Config;
  clock: Clock;
  /** Called with the size of each response to a call. */
  onResult?: SellerGatewayOptions['onResult'];
  /** Replaces DNS in tests. */
  resolve: Resolve | undefined;
  /** Schema processes of the caller, who closes them; by default it has its own. */
  schemas?: Schemas | undefined;
  /** Aborted when the process gives up its calls. */
  ending: AbortSignal;
}

export type Schemas = ReturnType<typeof createSchemaValidation>;

/** Starts no process before there is a task. */
export function openSchemas({ blockedWordsFile }: Pick<Config, 'blockedWordsFile'>): Schemas {
  const blockedWords = loadBlockedWords(blockedWordsFile);
  const processes = Math.min(Math.max(2, availableParallelism()), MAX_SCHEMA_PROCESSES);
  return createSchemaValidation({ processes, blockedWords });
}

/** Opens everything that calls sellers and webhooks, or runs sellers' schemas. */
export function openSellers({
  config,
  clock,
  onResult = () => undefined,
  resolve,
  ending,
  schemas: given,
}: SellersOptions) {
  const schemas = given ?? openSchemas(config);
  const urlPolicy: UrlPolicy = { allowPrivate: config.dev, ports: config.sellerPorts };
  const outbound = createGuardedFetch({
    policy: urlPolicy,
    clock,
    connections: config.calls.callsPerProcess,
    ...(resolve ? { resolve } : {}),
  });
  // Apart from calls, so that hanging receivers hold no connection that these need.
  const toWebhooks = createGuardedFetch({
    policy: urlPolicy,
    clock,
    connections: MAX_WEBHOOK_CONNECTIONS,
    ...(resolve ? { resolve } : {}),
  });
  const json = createJsonReader();
  return {
    schemas,
    json,
    urlPolicy,
    webhookSender: createWebhookSender({ fetch: toWebhooks.fetch, clock }),
    gateway: createSellerGateway({ fetch: outbound.fetch, clock, json, onResult, ...config.sizes }),
    prober: createHealthProber(outbound, clock),
    withChecks: createReviewChecks({ outbound, schemas, urlPolicy, clock, ending }),
    async close(): Promise<void> {
      await outbound.close();
      await toWebhooks.close();
      await json.close();
      if (!given) await schemas.close();
    },
  };
}
