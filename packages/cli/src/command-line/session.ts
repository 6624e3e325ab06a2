import type { Client } from '@mkt/client';
import type { Command } from 'commander';
import { createAsk, type Ask } from '../input/ask.ts';
import type { GlobalOptions } from './new-command.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import type { Settings } from '../settings/settings.ts';
import type { Shell } from '../terminal/shell.ts';

/** What a command works with, made from its options. */
export interface Session {
  shell: Shell;
  output: Output;
  ask: Ask;
  settings(): Promise<Settings>;
  /** The marketplace of the settings. */
  client(): Promise<Client>;
}

export type OpenSession = (options: GlobalOptions) => Session;

/** What each file under `commands/` exports as `command`. */
export type CommandFactory = (open: OpenSession) => Command;

export function createSession(shell: Shell, options: GlobalOptions): Session {
  const output = createOutput(shell, options);
  const isAllowed = options.prompts !== false && options.json !== true;
  // Loaded when they are needed, so that commands that never speak to a marketplace start without.
  const settings = async () => {
    const { readSettings } = await import('../settings/settings.ts');
    return await readSettings(options, shell);
  };
  return {
    shell,
    output,
    ask: createAsk(shell, { isAllowed }),
    settings,
    client: async () => {
      const { baseUrl, apiKey, keyIsFor, profile } = await settings();
      if (keyIsFor) {
        output.warn(
          `The key of profile "${profile}" is for ${keyIsFor}: it was not sent elsewhere.`,
        );
      }
      const { createClient } = await import('@mkt/client');
      return createClient({ baseUrl, apiKey: apiKey ?? null });
    },
  };
}
