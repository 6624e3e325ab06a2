import { closestName } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import type { Ask } from '../input/ask.ts';
import type { Template } from './template.ts';

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
