import { closestName } from '@mkt/protocol';
import { Option } from 'commander';
import { CliError } from '../errors/cli-error.ts';
import type { Ask } from '../input/ask.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';

/** What `mkt init` knows about a template. Its files are in the folder of its name. */
interface Template {
  /** What it is, in at most 40 characters: a narrow terminal shows it beside the name. */
  summary: string;
  /**
   * The command that starts the service, for a project without a package.json. Any other project is
   * installed by a package manager and has the script `dev`.
   */
  startCommand?: string;
  /** The file with an example to replace. */
  example?: string;
  /** False if the secret that `mkt dev` passes on would not reach the service. */
  runsInDev?: false;
  /** Options of `mkt init` that only this template takes. */
  options?: readonly TemplateOption[];
  /** Prompts for what only this template needs. Runs before anything is written. */
  prepare?: (preparation: Preparation) => Promise<Prepared>;
}

/** An option as Commander declares it, such as `--upstream <url>`. */
interface TemplateOption {
  flags: `--${string}`;
  description: string;
}

export interface Preparation {
  shell: Shell;
  output: Output;
  ask: Ask;
  /** False with `--yes` or without a terminal: defaults are used, and a value without one is an error. */
  isAsking: boolean;
  /** The template's own options, under their camelCase names; variadic ones are arrays. */
  options: Readonly<Record<string, unknown>>;
  title: string;
}

export interface Prepared {
  /** Values of further placeholders: `{ upstream }` for `{{upstream}}`. */
  values?: Readonly<Record<string, string>>;
  /** Further files, path in the project → text. They replace files of the template. */
  files?: Readonly<Record<string, string>>;
  /** The paths of the services, if the project has several: `/find-pet`. */
  paths?: readonly string[];
}

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

export const DEFAULT_TEMPLATE = 'express-ts';

const UPSTREAM = { flags: '--upstream <url>', description: 'address of the API to call' } as const;

/** The templates, in the order in which the prompt shows them. */
export const TEMPLATES: Readonly<Record<string, Template>> = {
  'express-ts': { summary: 'Express, in TypeScript', example: 'src/service.ts' },
  'express-js': { summary: 'Express, in JavaScript', example: 'src/service.js' },
  hono: { summary: 'Hono on Node, in TypeScript', example: 'src/service.ts' },
  fastify: { summary: 'Fastify, in TypeScript', example: 'src/service.ts' },
  python: {
    summary: 'Python, standard library only',
    startCommand: 'python3 main.py',
    example: 'service.py',
  },
  'cloudflare-worker': {
    summary: 'Cloudflare Worker, in TypeScript',
    example: 'src/service.ts',
    runsInDev: false,
  },
  proxy: {
    summary: 'calls an API by its address',
    options: [
      UPSTREAM,
      { flags: '--upstream-method <method>', description: 'method of that call (default: POST)' },
      {
        flags: '--upstream-header <name>',
        description: 'header for your key, which is in the variable UPSTREAM_KEY',
      },
    ],
    prepare: async (preparation) => (await import('./prepare-proxy.ts')).prepareProxy(preparation),
  },
  openapi: {
    summary: 'sells operations of an OpenAPI API',
    options: [
      { flags: '--document <file>', description: 'OpenAPI 3 document: a file or an address' },
      { flags: '--operations <ids>', description: 'operations to sell, separated by commas' },
      UPSTREAM,
    ],
    prepare: async (preparation) =>
      (await import('../openapi/prepare.ts')).prepareOpenApi(preparation),
  },
};

export const TEMPLATE_NAMES = Object.keys(TEMPLATES);

/** The template of a name. Throws an error that suggests another if there is none. */
export function findTemplate(name: string): Template {
  const found = Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name] : undefined;
  if (found) return found;
  const closest = closestName(name, TEMPLATE_NAMES);
  throw new CliError('invalid_usage', `Unknown template '${name}'.`, {
    next: closest ? `Did you mean ${closest}?` : `Templates: ${TEMPLATE_NAMES.join(', ')}`,
  });
}

/** Prompts for a template, unless one was named, or prompts are not possible. */
export async function chooseTemplate(
  ask: Ask,
  { template, isAsking }: { template?: string | undefined; isAsking: boolean },
): Promise<string> {
  if (template !== undefined || !isAsking) return template ?? DEFAULT_TEMPLATE;
  const width = Math.max(...TEMPLATE_NAMES.map(({ length }) => length));
  const choices = Object.entries(TEMPLATES).map(([value, { summary }]) => ({
    value,
    name: `${value.padEnd(width)}  ${summary}`,
    short: value,
  }));
  return await ask.choice({
    message: 'Template',
    flag: '--template',
    default: DEFAULT_TEMPLATE,
    choices,
  });
}
