import { CliError } from '../errors/cli-error.ts';
import { isLoopback } from '../settings/loopback.ts';

/** Where services made with the seller kit are called. */
const DEFAULT_PATH = '/run';

export interface Target {
  /** The URL to call. */
  url: string;
  /** Whether it is on this machine. */
  isLocal: boolean;
}

/**
 * Where to send a call: `--to`, with the path of the listing's endpoint if it has none. The query of the
 * endpoint is kept, because the marketplace sends it too.
 */
export function targetOf(to: string, endpointPath: string | undefined): Target {
  const url = URL.parse(to);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new CliError(
      'invalid_usage',
      '--to must be an http or https URL, such as http://localhost:4000.',
    );
  }
  url.hash = '';
  const endpoint = URL.parse(endpointPath ?? '');
  if (url.pathname === '/') url.pathname = endpoint?.pathname ?? DEFAULT_PATH;
  if (url.search === '' && endpoint) url.search = endpoint.search;
  return { url: url.href, isLocal: isLoopback(url.href) };
}
