import { newCommand, type GlobalOptions } from '../command-line/new-command.ts';
import { readProfiles, saveProfiles } from '../settings/profiles.ts';
import type { CommandFactory } from '../command-line/session.ts';
import { profileName } from '../settings/settings.ts';

export const command: CommandFactory = (open) =>
  newCommand({
    description: 'The key itself stays valid until you revoke it: mkt keys revoke.',
    examples: [['mkt logout --profile work', 'only this profile']],
  }).action(async (options: GlobalOptions) => {
    const { output, shell } = open(options);
    const profile = profileName(options, shell.env);
    const { [profile]: forgotten, ...others } = await readProfiles(shell);
    if (forgotten) await saveProfiles(others, shell);
    output.result({ profile, wasLoggedIn: forgotten !== undefined }, () => '');
    if (forgotten) output.done('logged out', `profile ${profile}`);
    else output.line(`Profile ${profile} was not logged in.`);
  });
