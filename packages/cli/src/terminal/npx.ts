import type { Shell } from './shell.ts';

const COMMAND =
  /(?<![\w-]|npx )mkt (?=(?:init|dev|validate|preview|publish|doctor|completion|profile|listings|providers|secrets|sales|doctor|search|run|orders|usage|login|logout|whoami|keys|completion|marketplace|api)\b)/g;

/**
 * The commands in a text as the user has to type them: after `npx mkt` there is no `mkt` on the PATH.
 * npm sets `npm_command` for the programs that it starts.
 */
export const asTyped = (text: string, { npm_command: command }: Shell['env']): string =>
  command === 'exec' ? text.replace(COMMAND, 'npx mkt ') : text;
