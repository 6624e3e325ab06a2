import type { Command } from 'commander';
import { quoteArgument } from '../terminal/text.ts';

/** What the failed command was about, quoted for a shell, so that a next step can be pasted. */
export interface ErrorContext {
  /** `mkt orders wait`. */
  command?: string | undefined;
  /** Id or slug of a listing. */
  listing?: string | undefined;
  serviceUrl?: string | undefined;
  connection?: Connection | undefined;
}

/** The marketplace that the command called. */
export interface Connection {
  baseUrl: string | undefined;
  /** Where the key that was sent came from; `undefined` if none was. */
  keySource?: string | undefined;
  /** Its name in `mkt.json` or of a login. */
  market?: string | undefined;
  /** The data folder of this project's own marketplace, if it is that one. */
  folder?: string | undefined;
}

/** The arguments of a parsed command by name; those with a listing may have it as an option. */
export function namedBy(command: Command): Readonly<Record<string, string | undefined>> {
  const { listing } = command.opts<{ listing?: unknown }>();
  const named = command.registeredArguments.map((each, at) => [each.name(), command.args[at]]);
  return { ...(typeof listing === 'string' ? { listing } : {}), ...Object.fromEntries(named) };
}

/** Reads the context from the arguments and options of a parsed command. */
export function contextOf(command: Command, connection?: Connection): ErrorContext {
  const { serviceUrl } = command.opts<{ serviceUrl?: unknown }>();
  const { listing } = namedBy(command);
  return {
    command: command.name(),
    listing: quoted(listing),
    serviceUrl: quoted(serviceUrl),
    connection,
  };
}

const quoted = (value: unknown) => (typeof value === 'string' ? quoteArgument(value) : undefined);
