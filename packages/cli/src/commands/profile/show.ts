import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { profileFacts } from '../../show/profile.ts';

export const profileShow: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt profile show', 'name, links and contact, as buyers see them']],
  }).action(async (options: GlobalOptions) => {
    const { client, output, shell } = open(options);
    const { profile } = await client();
    output.result(await profile.get({ signal: shell.signal }), profileFacts);
  });
