import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { profileFacts } from '../show/profile.ts';

export const profileShow: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt profile show', 'name, links and contact, as buyers see them']],
  }).action(async (options: GlobalOptions) => {
    const { client, output, shell } = open(options);
    const { profile } = await client();
    output.result(await profile.get({ signal: shell.signal }), profileFacts);
  });
