import { closestName } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { quoteArgument } from '../terminal/text.ts';
import { MAX_PAGE } from './list-command.ts';
import type { Session } from './session.ts';

/** Orders that people placed who were signed in. */
const NO_KEY = 'none';

/** The flags and the description of the option. */
export const KEY_FILTER = [
  '--key <key>',
  `only orders placed with this API key (name or id; ${NO_KEY}: by people who were signed in)`,
] as const;

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** What the API takes for a key that is given by its name or its id. */
export async function keyFilterOf(
  { client, shell }: Pick<Session, 'client' | 'shell'>,
  wanted: string,
): Promise<string> {
  // Revoked keys are not listed, but they have orders.
  if (wanted === NO_KEY || ID.test(wanted)) return wanted;
  const { apiKeys } = await client();
  const names: string[] = [];
  const ids: string[] = [];
  for await (const key of apiKeys.list({ limit: MAX_PAGE }, { signal: shell.signal })) {
    names.push(key.name);
    if (key.name === wanted) ids.push(key.id);
  }
  const [id, ...others] = ids;
  if (id === undefined) {
    const closest = closestName(wanted, names);
    throw new CliError('not_found', `API key not found: ${wanted}.`, {
      next:
        closest === undefined
          ? 'Your keys: mkt keys list. Name a revoked key by its id.'
          : `Did you mean ${quoteArgument(closest)}?`,
    });
  }
  if (others.length === 0) return id;
  throw new CliError('invalid_usage', `${ids.length} API keys have the name ${wanted}.`, {
    next: `Pass the id of one of them: ${ids.join(', ')}`,
  });
}
