import type { Client } from '@mkt/client';
import { isApiKey } from '@mkt/protocol';
import type { Command } from 'commander';
import { CliError } from '../errors/cli-error.ts';
import { createAsk, type Ask } from '../input/ask.ts';
import type { GlobalOptions } from './new-command.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import type { JqFilter } from '../terminal/jq-filter.ts';
import type { Settings } from '../store/settings.ts';
import type { Shell } from '../terminal/shell.ts';

/** Everything that a command uses, created from its options. */
export interface Session {
  shell: Shell;
  output: Output;
  ask: Ask;
  settings(): Promise<Settings>;
  /** A client for the marketplace that the settings name. */
  client(): Promise<Client>;
}

export type OpenSession = (options: GlobalOptions) => Session;

/** A command; the files of `commands/` export one as `command`, or those of a noun as `ordersList`. */
export type CommandFactory = (open: OpenSession) => Command;

export function createSession(shell: Shell, options: GlobalOptions, filter?: JqFilter): Session {
  const output = createOutput(shell, options, filter);
  const isAllowed = options.prompts !== false && options.json !== true;
  // Loaded on demand: commands that send no request start faster without them.
  const settings = async () => {
    const { readSettings } = await import('../store/settings.ts');
    return await readSettings(options, shell);
  };
  /** Whether the marketplace has been named: a command may create several clients. */
  let isSaid = false;
  return {
    shell,
    output,
    ask: createAsk(shell, { isAllowed }),
    settings,
    client: async () => {
      const { baseUrl, apiKey, keySource = '', market, folder, foreign } = await settings();
      if (apiKey !== undefined && !isApiKey(apiKey.trim())) throw mistyped(keySource);
      const { createClient } = await import('@mkt/client');
      // Created before anything is printed, so that a mistyped address is reported alone.
      const client = createClient({ baseUrl, apiKey: apiKey ?? null });
      if (isSaid) return client;
      const { isLoopback } = await import('../store/loopback.ts');
      if (!isLoopback(client.baseUrl)) output.market({ market, baseUrl: client.baseUrl });
      else if (folder !== undefined) output.market({ folder, baseUrl: client.baseUrl });
      for (const path of foreign) {
        output.warn(`${path} is ignored: another user owns it or can write to it.`);
      }
      isSaid = true;
      return client;
    },
  };
}

/** The checksum of a key reveals a typo before anything is sent. */
const mistyped = (source: string) =>
  new CliError(
    'unauthenticated',
    `The API key (${source}) is mistyped or incomplete: its checksum is wrong.`,
    { next: 'Copy it again, or get another one: mkt login' },
  );
