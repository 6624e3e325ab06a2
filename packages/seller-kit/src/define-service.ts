import { queryReader } from '@mkt/json-schema';
import { contractAnswers } from './answer-contract.ts';
import { jsonText } from './answers.ts';
import { callVerifications } from './call-verification.ts';
import { checkDefinition } from './check-definition.ts';
import { DEFAULT_METHOD } from './contract.ts';
import { isDevelopment } from './environment.ts';
import { requestHandler } from './handle-request.ts';
import { consoleLogger } from './logger.ts';
import { memoryReplayStore } from './replay-store.ts';
import { endpointOf, pathBelow, readsQuery } from './route.ts';
import type { Runner } from './runner.ts';
import type { SchemaInput } from './schema-source.ts';
import type { AnyDefinition, ServiceDefinition } from './service-definition.ts';
import type { Service } from './service.ts';
import { SECRET_VARIABLE, secretAtStart } from './signing-secret.ts';
import { fetchHandler } from './web-request.ts';

/** Four times what the marketplace lets a buyer send. */
const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;

/**
 * A seller's service from its definition. Throws a DefinitionError that names every mistake, and
 * for a signing secret that is set but cannot be used.
 */
export function defineService<
  const Input extends SchemaInput | undefined = undefined,
  const Output extends SchemaInput | undefined = undefined,
>(definition: ServiceDefinition<Input, Output>): Service {
  // The types have done their work: from here on every definition is alike.
  const given = definition as AnyDefinition;
  const checked = checkDefinition(given);
  const { base, basePath, input, output } = checked;
  const development = isDevelopment();
  const secret = secretAtStart(given.signingSecret);
  const { name, description, health, logger = consoleLogger } = given;
  const replay = given.replay ?? memoryReplayStore();
  const verifications = callVerifications({ name, secret, replay, logger });
  const method = given.method ?? DEFAULT_METHOD;

  const runner: Runner = {
    name,
    method,
    readQuery: readsQuery(method) ? queryReader(input?.json) : undefined,
    maxBodyBytes: given.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    verifications,
    input,
    output,
    checksResults: development,
    run: given.run as Runner['run'],
    logger,
  };
  const handle = requestHandler({
    runner,
    basePath,
    identity: jsonText(200, JSON.stringify({ name, description })),
    contract: contractAnswers(given, checked, development),
    health,
  });

  if (secret.kind === 'off' || secret.kind === 'none') {
    const why = secret.kind === 'off' ? 'signingSecret is false' : `${SECRET_VARIABLE} is not set`;
    logger.warn(
      `[mkt] WARNING: ${name} accepts calls from anyone, because ${why}. ` +
        `Fine for local work; once the listing is published, set ${SECRET_VARIABLE}.`,
    );
  }
  if (base === undefined && !development) {
    logger.warn(`[mkt] WARNING: ${name} has no baseUrl, so GET /contract cannot be answered.`);
  }
  return {
    name,
    method,
    baseUrl: base,
    signer: verifications.signer,
    serves: (requested, path) =>
      endpointOf(requested, pathBelow(basePath, path), method) !== undefined,
    handle,
    fetch: fetchHandler(handle),
  };
}
