import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createClient } from '@mkt/client';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import cli from '@mkt/cli/package.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PRICE,
  readManifest,
  renderProject,
  TITLE,
  type Ran,
  type RenderedProject,
} from './render-project.ts';
import { runService } from './run-service.ts';

interface TemplateCase {
  /** Options of `mkt init` besides --template, --title, --price and --port. */
  options?: readonly string[];
  /** Commands of the project; `start` may depend on its port. */
  start?: readonly string[] | ((port: number) => readonly string[]);
  test?: readonly string[];
  /** Missing if there is nothing to check. */
  typecheck?: readonly string[];
  /** Path of the service to sell, if the project has several, and the title of its listing. */
  path?: string;
  listingTitle?: string;
  /** A call, and what it returns. */
  input: Record<string, unknown>;
  result: unknown;
}

const NPM_START = ['npm', 'start'];
/** The workspace's packages are linked to their sources. */
export const TYPECHECK = ['npm', 'run', 'typecheck', '--', '--customConditions', 'mkt-source'];

/** The tests that every template passes. `more` has those of one template. */
export function describeTemplate(
  template: string,
  { options, path = '', listingTitle = TITLE, input, result, ...commands }: TemplateCase,
  more?: (project: () => RenderedProject) => void,
): void {
  const { start: startOn = NPM_START, test = ['npm', 'test'], typecheck } = commands;
  // Another program serves one that has a function.
  const listens = typeof startOn !== 'function';
  const [testProgram = '', ...testArgs] = test;
  const [typecheckProgram = '', ...typecheckArgs] = typecheck ?? [];
  let project: RenderedProject;
  beforeAll(async () => {
    project = await renderProject(template, options);
  });
  afterAll(() => project?.[Symbol.asyncDispose]());
  const readReadme = () => readFile(join(project.folder, 'README.md'), 'utf8');

  describe(`a project of the template ${template}`, () => {
    it('has no placeholder left, and the dot files that npm would not pack', async () => {
      const entries = await readdir(project.folder, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => !path.includes('node_modules'));
      const text = async (path: string) => [path, await readFile(path, 'utf8')] as const;
      for (const [path, content] of await Promise.all(files.map(text))) {
        expect([path, content.match(/\{\{\w+\}\}/g)]).toEqual([path, null]);
      }
      expect(files).toContain(join(project.folder, '.gitignore'));
      const readme = await readReadme();
      expect(readme).toContain(`# ${TITLE}`);
      expect(readme).toContain(`USD ${PRICE} per call`);
    });

    it('has no secret yet: one that is set but empty would keep it from starting', async () => {
      const example = await readFile(join(project.folder, '.env.example'), 'utf8');
      expect(example).not.toMatch(/^MKT_SIGNING_SECRET/m);
      expect(existsSync(join(project.folder, '.env'))).toBe(false);
    });

    it('depends on the versions that are tested here, and not on Node', async () => {
      const { dependencies, devDependencies, engines } = await readManifest(project.folder);
      expect([cli.engines.node, undefined]).toContain(engines?.node);
      const ranges = Object.entries({ ...dependencies, ...devDependencies });
      expect(ranges.map(([name]) => name)).not.toContain('node');
      for (const [name, range] of ranges) {
        if (range.startsWith('file:')) continue;
        const installed = join(project.folder, 'node_modules', name, 'package.json');
        const { version } = JSON.parse(await readFile(installed, 'utf8')) as { version: string };
        expect([name, range]).toEqual([name, `^${version}`]);
      }
    });

    it('passes its own tests, and runs no other file for one', async () => {
      // Packages have files of such names, which an older Node finds instead of the tests.
      const other = join(project.folder, 'packages', 'test-runner.js');
      await mkdir(dirname(other));
      await writeFile(other, 'throw new Error("not a test");');
      const { stdout, stderr } = await project.run(testProgram, ...testArgs);
      expect(stdout + stderr).toMatch(/(?:tests|Ran) [1-9]/);
    });

    const itIfTyped = typecheck === undefined ? () => undefined : it;
    itIfTyped('passes its own type check', async () => {
      const { stdout } = await project.run(typecheckProgram, ...typecheckArgs);
      expect(stdout).not.toContain('error');
    });

    it('is published without a warning, passes every check, and sells a call', async () => {
      await using market = await createTestMarketplace();
      const env = { MKT_BASE_URL: market.url, MKT_API_KEY: market.apiKey ?? '' };
      const client = createClient({ baseUrl: market.url, apiKey: market.apiKey });
      // One with its own server listens on this machine only until it has a secret.
      const listens = (where: string) => (printed: string) =>
        printed.includes(
          `${TITLE} listens on ${project.url}${startOn === NPM_START ? ` (on ${where}` : ''}`,
        );
      const serviceUrl = project.url + path;
      const start = typeof startOn === 'function' ? startOn(project.port) : startOn;
      {
        await using service = runService(project, start);
        await service.until(listens('this machine only'));
        expect(await client.listings.preview(serviceUrl)).toMatchObject({
          publishable: true,
          warnings: [],
          listing: { title: listingTitle, price: { amount: PRICE, currency: 'USD', unit: 'call' } },
        });
        await project.mkt(['publish', '--service-url', serviceUrl, '--yes'], env);
      }
      // A second start: from now on it reads the secret that mkt publish wrote to .env.
      await using service = runService(project, start);
      await service.until(listens('all interfaces'));
      const { stdout } = await project.mkt(['validate', '--service-url', serviceUrl, '--json']);
      const { checks } = JSON.parse(stdout) as { checks: { name: string; outcome: string }[] };
      expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
      expect(checks.map(({ name }) => name)).toContain('signature-tampered');
      const { data } = await client.listings.list();
      const slug = data[0]?.slug ?? '';
      expect(await client.run(slug, input)).toEqual(result);
      for (const [, named] of (await readReadme()).matchAll(/npx mkt run (\S+)/g)) {
        expect(named).toBe(slug);
      }
    });

    const itIfItListens = listens ? it : () => undefined;
    itIfItListens('says what to do if another program uses its port', async () => {
      const other = createServer().listen(project.port, '127.0.0.1');
      await once(other, 'listening');
      try {
        const [program = '', ...args] = typeof startOn === 'function' ? [] : startOn;
        const { stderr } = await project.run(program, ...args).catch((error: Ran) => error);
        expect(stderr).toMatch(
          new RegExp(`another (?:program|port).*\\b${project.port + 1}\\.?$`, 'm'),
        );
      } finally {
        other.close();
      }
    });

    more?.(() => project);
  });
}
