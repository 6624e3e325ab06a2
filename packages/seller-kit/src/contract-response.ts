import type { CheckedDefinition } from './check-definition.ts';
import { contractOf } from './contract.ts';
import { consoleLogger } from './log.ts';
import { failure, jsonText, uncached, type ServiceResponse } from './responses.ts';
import type { AnyDefinition } from './service-definition.ts';

const NO_BASE_URL = failure(
  500,
  "baseUrl is not set. In production, set it in defineService to the service's public address",
);
const ONLY_A_PATH = failure(
  500,
  'baseUrl is only a path. In production, it must be the public address of the service',
);
const INVALID_HOST = failure(400, 'The Host header is not a valid host');

/**
 * The response to `GET /contract`. With a `baseUrl` it never changes. Without one the contract
 * names the address that was requested, with the path of `baseUrl` if it is only a path, so that local
 * development and tunnels need no setting. In production that is refused: a stranger could choose the address with a Host header, and a shared
 * cache could serve it to others.
 */
export function contractResponder(
  definition: AnyDefinition,
  { base, basePath, input, output }: CheckedDefinition,
  development: boolean,
): (baseOfRequest: () => string | undefined) => ServiceResponse {
  const schemas = { input: input?.json, output: output?.json };
  // In development `mkt publish` compares it with the source, which may have changed since.
  const startedAt: Record<string, string> = development
    ? { 'last-modified': new Date().toUTCString() }
    : {};
  const responseAt = (address: string): ServiceResponse => {
    const text = JSON.stringify(contractOf(definition, schemas, address));
    const response = jsonText(200, text);
    return { ...response, headers: { ...response.headers, ...startedAt } };
  };

  const warnOfMount = mountWarning(definition, { base, basePath }, development);
  if (base !== undefined) {
    const response = responseAt(base);
    return (baseOfRequest) => {
      warnOfMount(baseOfRequest);
      return response;
    };
  }
  if (!development) return () => (basePath === '' ? NO_BASE_URL : ONLY_A_PATH);
  return (baseOfRequest) => {
    const requested = baseOfRequest();
    warnOfMount(() => requested);
    if (requested === undefined) return INVALID_HOST;
    // A framework may have removed the path before the kit saw the request, or not.
    const address = basePath === '' ? requested : new URL(requested).origin + basePath;
    return uncached(responseAt(address));
  };
}

/**
 * Warns once if a framework mounts the service at a path that `baseUrl` does not end in: in production,
 * its contract would then name another address. A proxy in front may add to the path.
 */
function mountWarning(
  { name, logger = consoleLogger }: AnyDefinition,
  { base, basePath }: Pick<CheckedDefinition, 'base' | 'basePath'>,
  development: boolean,
): (baseOfRequest: () => string | undefined) => void {
  let isChecked = !development;
  return (baseOfRequest) => {
    if (isChecked) return;
    isChecked = true;
    const requested = baseOfRequest();
    const mount = requested === undefined ? '' : new URL(requested).pathname.replace(/\/+$/, '');
    if (mount === '' || basePath.endsWith(mount)) return;
    const is = base === undefined ? 'baseUrl has no path' : `baseUrl is ${base}`;
    logger.warn(
      `[mkt] WARNING: ${name} is mounted at ${mount}, but ${is}: in production its contract would name ` +
        `another address. Let baseUrl end in ${mount}, as in https://api.example.com${mount}.`,
    );
  };
}
