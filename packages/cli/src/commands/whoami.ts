import { newCommand, type GlobalOptions } from '../command-line/new-command.ts';
import type { CommandFactory } from '../command-line/session.ts';
import { facts } from '../show/table.ts';

export const command: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt whoami', 'account, scopes and marketplace']],
  }).action(async (options: GlobalOptions) => {
    const { client, settings, output, shell } = open(options);
    const { keyFrom, keySource = 'none', profile } = await settings();
    const mkt = await client();
    const me = await mkt.me({ signal: shell.signal });
    const from = keyFrom === 'profile' ? { keyFrom, profile } : { keyFrom };
    output.result({ ...me, baseUrl: mkt.baseUrl, ...from }, (shown, style) =>
      facts(
        [
          ['user', shown.userId],
          ['marketplace', shown.baseUrl],
          ...actorRows(shown, keySource),
          ['scopes', shown.scopes.join(', ')],
        ],
        style,
      ),
    );
  });

/** A request is authenticated by an API key or by a session: the id of the other is null. */
function actorRows(
  { keyId, sessionId }: { keyId?: string | null; sessionId?: string | null },
  source: string,
): (readonly [string, string])[] {
  if (keyId) return [['key', `${keyId} (${source})`]];
  return sessionId ? [['session', `${sessionId} (${source})`]] : [];
}
