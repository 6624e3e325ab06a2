import type { Command } from 'commander';
import { quoteArgument } from '../terminal/printable.ts';

/** What the failed command was about, quoted for a shell, so that a next step can be pasted. */
export interface ErrorContext {
  /** `mkt orders wait`. */
  command?: string | undefined;
  /** Id or slug, of a listing or provider. */
  listing?: string | undefined;
  /** Id of an order. */
  order?: string | undefined;
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
  const argument = (...names: string[]) => {
    const at = command.registeredArguments.findIndex((each) => names.includes(each.name()));
    return at === -1 ? undefined : command.args[at];
  };
  return {
    command: command.name(),
    listing: quoted(argument('listing', 'provider') ?? listing),
    order: quoted(argument('order')),
    serviceUrl: quoted(serviceUrl),
    connection,
  };
}

const quoted = (value: unknown) => (typeof value === 'string' ? quoteArgument(value) : undefined);
