import type { Command } from 'commander';
import { quoteArgument } from '../terminal/printable.ts';

/** What the failed command was about, quoted for a shell, so that a next step can be pasted. */
export interface ErrorContext {
  /** `mkt orders wait`. */
  command?: string | undefined;
  /** Id or slug, of a listing or provider. */
  listing?: string | undefined;
  serviceUrl?: string | undefined;
  connection?: Connection | undefined;
}

/** The marketplace that the command called. */
export interface Connection {
  baseUrl: string | undefined;
  /** Where the key that was sent came from; `undefined` if none was. */
  keySource: string | undefined;
}

/** Reads the context from the arguments and options of a parsed command. */
export function contextOf(command: Command, connection?: Connection): ErrorContext {
  const { listing, serviceUrl } = command.opts<{ listing?: unknown; serviceUrl?: unknown }>();
  const at = command.registeredArguments.findIndex((argument) =>
    ['listing', 'provider'].includes(argument.name()),
  );
  return {
    command: command.name(),
    listing: quoted(at === -1 ? listing : command.args[at]),
    serviceUrl: quoted(serviceUrl),
    connection,
  };
}

const quoted = (value: unknown) => (typeof value === 'string' ? quoteArgument(value) : undefined);
