import { Option } from 'commander';
import { CliError } from '../errors/cli-error.ts';
import { TEMPLATES } from './templates.ts';

/** The options of all templates, each with the templates that take it. */
function ownOptions(): { option: Option; templates: string[] }[] {
  const byFlags = new Map<string, { option: Option; templates: string[] }>();
  for (const [name, { options = [] }] of Object.entries(TEMPLATES)) {
    for (const { flags, description } of options) {
      const found = byFlags.get(flags);
      if (found) found.templates.push(name);
      else byFlags.set(flags, { option: new Option(flags, description), templates: [name] });
    }
  }
  return [...byFlags.values()];
}

/** For the command: each says in its description which templates take it. */
export const templateOptions = (): Option[] =>
  ownOptions().map(({ option, templates }) => {
    option.description = `${templates.join(', ')}: ${option.description}`;
    return option;
  });

/** The given options that belong to templates. Throws if one is not for this template. */
export function optionsOf(
  template: string,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own: Record<string, unknown> = {};
  for (const { option, templates } of ownOptions()) {
    const name = option.attributeName();
    if (given[name] === undefined) continue;
    if (!templates.includes(template)) {
      throw new CliError(
        'invalid_usage',
        `${option.long} is not for the template ${template}, but for ${templates.join(' and ')}.`,
        { next: `Add --template ${templates[0]}` },
      );
    }
    own[name] = given[name];
  }
  return own;
}
