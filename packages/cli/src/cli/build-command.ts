import type { Command } from 'commander';
import type { OwnCommand } from './command-table.ts';
import type { OpenSession } from './session.ts';

/** Loads a command and gives it its name and summary, which only the table has. */
export async function buildCommand(entry: OwnCommand, open: OpenSession): Promise<Command> {
  const create = await entry.load();
  const command = create(open).name(`mkt ${entry.name}`);
  const more = command.description();
  return command.description(`${entry.summary}.${more === '' ? '' : `\n\n${more}`}`);
}
