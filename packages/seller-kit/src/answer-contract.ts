import { failure, jsonText, uncached, type ServiceResponse } from './answers.ts';
import type { CheckedDefinition } from './check-definition.ts';
import { contractOf } from './contract.ts';
import type { AnyDefinition } from './service-definition.ts';

const NO_BASE_URL = failure(
  500,
  'baseUrl is not set: in production the contract needs the public address of the service',
);
const NO_HOST = failure(400, 'The Host header names no host');

/**
 * `GET /contract`. With a `baseUrl` the same text always. Without one the address is the one that
 * was asked, so that a laptop or a tunnel needs no setting; not in production, where a shared cache
 * could hand on a contract whose address a stranger chose by his Host header.
 */
export function contractAnswers(
  definition: AnyDefinition,
  { base, input, output }: CheckedDefinition,
  development: boolean,
): (baseOfRequest: () => string | undefined) => ServiceResponse {
  const schemas = { input: input?.json, output: output?.json };
  const answerAt = (address: string) =>
    jsonText(200, JSON.stringify(contractOf(definition, schemas, address)));

  if (base !== undefined) {
    const answer = answerAt(base);
    return () => answer;
  }
  if (!development) return () => NO_BASE_URL;
  return (baseOfRequest) => {
    const address = baseOfRequest();
    return address === undefined ? NO_HOST : uncached(answerAt(address));
  };
}
