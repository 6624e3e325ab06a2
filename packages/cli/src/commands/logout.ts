import { newCommand, type GlobalOptions } from '../command-line/new-command.ts';
import { readProfiles, saveProfiles } from '../settings/profiles.ts';
import type { CommandFactory } from '../command-line/session.ts';
import { profileName } from '../settings/settings.ts';

export const command: CommandFactory = (open) =>
  newCommand({
    description: 'Logging out does not revoke the key. To revoke it: mkt keys revoke <id>',
    examples: [['mkt logout --profile work', 'remove the key of this profile']],
  }).action(async (options: GlobalOptions) => {
    const { output, shell } = open(options);
    const profile = profileName(options, shell.env);
    const { [profile]: removed, ...others } = await readProfiles(shell);
    if (removed) await saveProfiles(others, shell);
    output.result({ profile, wasLoggedIn: removed !== undefined }, () => '');
    if (removed) output.done('logged out', `profile ${profile}`);
    else output.line(`Profile ${profile} has no saved key; nothing to do.`);
  });
