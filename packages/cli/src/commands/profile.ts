import type { UpdateProfileRequest } from '@mkt/client';
import type { Profile } from '@mkt/protocol';
import { type GlobalOptions, newCommand } from '../cli/new-command.ts';
import { withoutUndefined } from '../cli/options.ts';
import type { CommandFactory } from '../cli/session.ts';
import { CliError } from '../errors/cli-error.ts';
import { facts } from '../show/facts.ts';
import type { Style } from '../terminal/style.ts';

/** What buyers see of a seller. */
const profileFacts = (profile: Profile, style: Style): string =>
  facts(
    [
      ['name', profile.name],
      ['website', profile.website],
      ['contact', profile.contact],
      ['terms', profile.termsUrl],
      ['documentation', profile.documentationUrl],
      ['seller id', profile.sellerId],
    ],
    style,
  );

export const profileShow: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt profile show', 'name, links and contact, as buyers see them']],
  }).action(async (options: GlobalOptions) => {
    const { client, output, shell } = open(options);
    const { profile } = await client();
    output.result(await profile.get({ signal: shell.signal }), profileFacts);
  });

interface ProfileSetOptions extends GlobalOptions {
  name?: string;
  website?: string;
  contact?: string;
  terms?: string;
  documentation?: string;
}

export const profileSet: CommandFactory = (open) =>
  newCommand({
    description:
      "Changes only the fields that you name; an empty value, as in --website '', removes one. Anyone can read the profile.",
    examples: [
      ["mkt profile set --name 'Fjord Weather'", 'the name on your listings'],
      ['mkt profile set --website https://weather.example.com', 'where buyers learn more'],
    ],
  })
    .option('--name <name>', 'the name that listings show, at most 80 characters')
    .option('--website <url>', 'an https URL')
    .option('--contact <url>', 'https URL where buyers reach you')
    .option('--terms <url>', 'https URL of your terms')
    .option('--documentation <url>', 'https URL of your documentation')
    .action(async (options: ProfileSetOptions) => {
      const { client, output, shell } = open(options);
      const changes = changesOf(options);
      if (Object.keys(changes).length === 0) {
        throw new CliError('invalid_usage', 'Nothing to change: give at least one option.', {
          next: 'See the options: mkt profile set --help',
        });
      }
      const { profile } = await client();
      const { signal } = shell;
      const before = await profile.get({ signal });
      output.result(await profile.replace({ ...before, ...changes }, { signal }), profileFacts);
    });

const removable = (text: string | undefined) => (text === '' ? null : text);

function changesOf(options: ProfileSetOptions): Partial<UpdateProfileRequest> {
  const { name, website, contact, terms, documentation } = options;
  return withoutUndefined({
    name,
    website: removable(website),
    contact: removable(contact),
    termsUrl: removable(terms),
    documentationUrl: removable(documentation),
  });
}
