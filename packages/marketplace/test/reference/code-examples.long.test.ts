// Runs the code that the page at /docs/api shows for every operation, in each language, as a reader would.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AnyRouteId } from '@mkt/protocol/openapi';
import { describe, expect, it } from 'vitest';
import { createApiReference } from '../../../dashboard/api-reference.ts';
import type { Language } from '../../../dashboard/src/pages/reference/languages.ts';
import type { Operation } from '../../../dashboard/src/pages/reference/model.ts';
import { requestOf } from '../../../dashboard/src/pages/reference/request.ts';
import { languagesOf, snippetOf } from '../../../dashboard/src/pages/reference/snippets.ts';
import { newFolder } from '../market.ts';
import { type ExampleWorld, openExampleWorld, situationOf } from './example-world.ts';

/** Where `@mkt/client` is installed. */
const PROJECT = join(import.meta.dirname, '..', '..', '..', 'dashboard');

/** Without streams, which do not end, and what the marketplace itself sends. */
const operations = createApiReference().operations.filter(
  ({ success, sender }) => !success.isStream && sender !== 'webhook',
);

/** The body as the form of the page has it: that of a program is sent as a form. */
function bodyOf(body: unknown): string {
  const members = typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : body;
  return JSON.stringify(members ?? {}, null, 2);
}

function codeOf(language: Language, operation: Operation, { market, exampleOf }: ExampleWorld) {
  const { path, query, headers, body } = exampleOf(operation.id);
  const values = { parameters: { ...path, ...query, ...headers }, body: bodyOf(body) };
  return snippetOf(language, market.url, operation, requestOf(operation, values));
}

/** A session's cookie as curl stores it. */
const cookieFile = (cookie: string, host: string): string =>
  cookie
    .split('; ')
    .map((each) => [host, 'FALSE', '/', 'FALSE', '0', ...each.split(/=(.*)/s, 2)].join('\t'))
    .join('\n');

const run = promisify(execFile);

/** What running it printed; it throws if it fails. */
async function output(language: Language, code: string, world: ExampleWorld): Promise<string> {
  const folder = newFolder();
  const { url, api } = world.market;
  await writeFile(
    join(folder, 'cookies.txt'),
    `${cookieFile(world.cookie, new URL(url).hostname)}\n`,
  );
  const env = { ...process.env, MKT_API_KEY: api.key ?? '' };
  const programs = {
    curl: ['sh', '-c', code.replace(/^curl/, "curl -sS --write-out '\\n%{http_code}'")],
    python: ['python3', '-c', code],
    typescript: [
      process.execPath,
      '--conditions=mkt-source',
      '--input-type=module-typescript',
      '--eval',
      code,
    ],
  } as const;
  const [program, ...args] = programs[language] as readonly string[];
  const cwd = language === 'typescript' ? PROJECT : folder;
  return (await run(program ?? '', args, { cwd, env })).stdout;
}

const IMPORT = /^import .* from .*\n/;

/** Programs one after the other; in TypeScript each is a block, so that names may be used again. */
function joined(programs: readonly string[]): string {
  const [head = ''] = IMPORT.exec(programs[0] ?? '') ?? [];
  if (head === '') return programs.join('\n\n');
  return head + programs.map((each) => `{${each.replace(IMPORT, '')}}`).join('\n');
}

describe.each(['curl', 'typescript', 'python'] as const)('the example in %s', (language) => {
  const shown = operations.filter((operation) => languagesOf(operation).includes(language));
  const isRead = ({ id, method }: Operation) =>
    method === 'GET' && situationOf(id as AnyRouteId) === 'a sale';

  /** Runs it: a program fails with its request, and curl prints the status. */
  async function statusOf(operation: Operation, world: ExampleWorld): Promise<number> {
    const printed = await output(language, codeOf(language, operation, world), world);
    return language === 'curl'
      ? Number(printed.slice(printed.lastIndexOf('\n') + 1))
      : operation.success.status;
  }

  it.each(shown.filter((each) => !isRead(each)))('of $id is accepted', async (operation) => {
    const world = await openExampleWorld(situationOf(operation.id as AnyRouteId));
    expect(await statusOf(operation, world)).toBe(operation.success.status);
  });

  it('of every operation that only reads is accepted', async () => {
    const world = await openExampleWorld('a sale');
    const read = shown.filter(isRead);
    expect(read.length).toBeGreaterThan(10);
    if (language === 'curl') {
      for (const each of read)
        expect([each.id, await statusOf(each, world)]).toEqual([each.id, 200]);
    } else {
      // One process, because starting it takes most of the time.
      await output(language, joined(read.map((each) => codeOf(language, each, world))), world);
    }
  });
});
