import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import type { UrlPolicy } from '@mkt/conformance';
import type { Clock, Log } from '../market/outside.ts';
import { createSchemaValidation } from '../schemas/validation.ts';
import { createSellerGateway, type SellerGatewayOptions } from '../sellers/gateway.ts';
import { createGuardedFetch } from '../sellers/guarded-fetch.ts';
import { createNetworkWatch } from '../sellers/network-watch.ts';
import { createHealthProber } from '../sellers/prober.ts';
import { createResolver, type Resolve } from '../sellers/resolve.ts';
import { createWebhookSender } from '../sellers/webhook-sender.ts';
import type { Config } from './config.ts';
import { createJsonReader } from './json-reader.ts';
import { createReviewChecks, loadBlockedWords } from './review-checks.ts';

/**
 * One per core up to this many, and at least two, so that a slow schema leaves one to the others.
 */
const MAX_SCHEMA_PROCESSES = 8;

/** Maximum connections to one origin, which many accounts may share. */
const MAX_WEBHOOK_CONNECTIONS = 256;

export interface SellersOptions {
  config: Config;
  clock: Clock;
  log: Log;
  /** Called when sellers can be reached again after an outage of this machine's network. */
  onRecovered?: () => void;
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

/** Whether the public name of this marketplace resolves; undefined if it has none. */
function ownNameCheck({ dev, publicUrl }: Config, resolve: Resolve) {
  const name = publicUrl === null || dev ? undefined : new URL(publicUrl).hostname;
  if (name === undefined || name.startsWith('[') || isIP(name) !== 0) return undefined;
  return () => new Promise<boolean>((done) => resolve(name, (error) => done(error === null)));
}

/** Opens everything that calls sellers and webhooks, or runs sellers' schemas. */
export function openSellers({
  config,
  clock,
  log,
  onRecovered = () => undefined,
  onResult = () => undefined,
  resolve = createResolver(),
  ending,
  schemas: given,
}: SellersOptions) {
  const schemas = given ?? openSchemas(config);
  const urlPolicy: UrlPolicy = { allowPrivate: config.dev, ports: config.sellerPorts };
  const network = createNetworkWatch({
    clock,
    log,
    tryHost: (...args) => outbound.tryHost(...args),
    resolvesOwnName: ownNameCheck(config, resolve),
    onRecovered,
  });
  const outbound = createGuardedFetch({
    policy: urlPolicy,
    clock,
    connections: config.calls.callsPerProcess,
    resolve,
    network,
  });
  // Apart from calls, so that hanging receivers hold no connection that these need.
  const toWebhooks = createGuardedFetch({
    policy: urlPolicy,
    clock,
    connections: MAX_WEBHOOK_CONNECTIONS,
    resolve,
    network: { reached: network.connected, failed: () => undefined },
  });
  const json = createJsonReader();
  return {
    schemas,
    json,
    urlPolicy,
    network,
    webhookSender: createWebhookSender({ fetch: toWebhooks.fetch, clock }),
    gateway: createSellerGateway({ fetch: outbound.fetch, clock, json, onResult, ...config.sizes }),
    prober: createHealthProber(outbound, clock),
    withChecks: createReviewChecks({ outbound, schemas, urlPolicy, clock, ending }),
    async close(): Promise<void> {
      network.close();
      await outbound.close();
      await toWebhooks.close();
      await json.close();
      if (!given) await schemas.close();
    },
  };
}
