import type { Shell } from './shell.ts';

/** The first words of all commands; other texts begin with `mkt` too, such as "mkt does not prompt". */
const NAMES =
  'init dev validate preview publish import doctor completion types profile listings providers secrets sales search run orders webhooks usage keys login logout whoami mcp marketplace api';

const COMMAND = new RegExp(`(?<![\\w-]|npx )mkt (?=(?:${NAMES.replaceAll(' ', '|')})\\b)`, 'g');

/**
 * The commands in a text as the user has to type them: after `npx mkt` there is no `mkt` on the PATH.
 * npm sets `npm_command` for the programs that it starts.
 */
export const asTyped = (text: string, { npm_command: command }: Shell['env']): string =>
  command === 'exec' ? text.replace(COMMAND, 'npx mkt ') : text;
