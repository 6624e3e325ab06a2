import { sendsQuery } from '@mkt/protocol';
import { queryReader } from '@mkt/json-schema';
import { contractResponder } from './contract-response.ts';
import { jsonText } from './responses.ts';
import { callVerifications } from './identify-call.ts';
import { checkDefinition } from './check-definition.ts';
import { DEFAULT_METHOD } from './contract.ts';
import { isDevelopment, secretAtStart, warningOf } from './signing-secret.ts';
import { endpointOf, pathBelow, requestHandler } from './handle-request.ts';
import { consoleLogger, createRefusalLog } from './log.ts';
import { memoryReplayStore } from './replay-store.ts';
import type {
  AnyDefinition,
  PreparedService,
  Service,
  ServiceDefinition,
} from './service-definition.ts';
import type { SchemaInput, SchemaSource } from './schema-source.ts';
import { DEFAULT_MAX_BODY_BYTES, fetchHandler } from './service-request.ts';

/**
 * Creates a service from its definition: listing, contract and handler in one place.
 *
 * ```ts
 * const service = defineService({
 *   name: 'Text length',
 *   description: 'How long a text is.',
 *   price: { amountCents: 2 },
 *   input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
 *   run: ({ text }) => ({ length: text.length }),
 * });
 * ```
 *
 * Serve it with `expressHandler` (`@mkt/seller-kit/express`), `nodeHandler` or `serve`
 * (`@mkt/seller-kit/node`), or `service.fetch` (docs/sell/publish.md).
 *
 * @throws {DefinitionError} names every mistake in the definition, and a signing secret that is set
 * but unusable.
 */
export function defineService<
  const Input extends SchemaInput | undefined = undefined,
  const Output extends SchemaInput | undefined = undefined,
>(definition: ServiceDefinition<Input, Output>): Service {
  // From here on the type parameters no longer matter.
  const given = definition as AnyDefinition;
  const checked = checkDefinition(given);
  const { base, basePath, input, output } = checked;
  const development = isDevelopment();
  const secret = secretAtStart(given.signingSecret);
  const { name, description, health, logger = consoleLogger } = given;
  const replay = given.replay ?? memoryReplayStore();
  const verifications = callVerifications({ name, secret, replay, logger });
  const method = given.method ?? DEFAULT_METHOD;

  const service: PreparedService = {
    name,
    method,
    readQuery: sendsQuery(method) ? queryReader(input?.json) : undefined,
    maxBodyBytes: given.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    verifications,
    input,
    output,
    checksResults: development,
    run: given.run as PreparedService['run'],
    logger,
    logRefusal: createRefusalLog(name, logger, Date.now),
  };
  const handle = requestHandler({
    service,
    basePath,
    identity: jsonText(200, JSON.stringify({ name, description })),
    contract: contractResponder(given, checked, development),
    health,
    onCall: given.onCall,
  });

  const warning = warningOf(secret, name);
  if (warning !== undefined) logger.warn(warning);
  for (const { code, path, message } of warningsIn({ input, output })) {
    if (code === 'unknown_keyword') logger.warn(`[mkt] WARNING: ${name}: ${path}: ${message}`);
  }
  if (given.price === undefined) {
    logger.warn(
      `[mkt] WARNING: ${name} has no price, so calls are free unless you set one when you publish it.`,
    );
  }
  const unchecked = [
    ...(input?.unchecked ?? []).map((path) => `input${path}`),
    ...(output?.unchecked ?? []).map((path) => `output${path}`),
  ];
  if (unchecked.length > 0) {
    logger.warn(
      `[mkt] ${name}: only the marketplace checks these patterns, which use look-around, ` +
        `back-references or the like: ${unchecked.join(', ')}.`,
    );
  }
  if (base === undefined && !development) {
    logger.warn(
      `[mkt] WARNING: ${name} has ${basePath === '' ? 'no baseUrl' : 'only a path as baseUrl'}, so GET /contract responds with 500. ` +
        'In production, set baseUrl to the public address of the service.',
    );
  }
  return {
    name,
    method,
    examples: given.examples ?? {},
    baseUrl: base,
    signer: verifications.signer,
    serves: (requested, path) =>
      endpointOf(requested, pathBelow(basePath, path), method) !== undefined,
    handle,
    fetch: fetchHandler(handle),
  };
}

/** The warnings about a schema; their paths begin with its name in the definition. */
const warningsIn = (schemas: Readonly<Record<string, SchemaSource | undefined>>) =>
  Object.entries(schemas).flatMap(([name, schema]) =>
    (schema?.warnings ?? []).map((warning) => ({ ...warning, path: name + warning.path })),
  );
