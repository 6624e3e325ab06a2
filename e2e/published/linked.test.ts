// docs/start/setup.md#until-it-is-on-npm: an existing project outside the clone, from nothing to a sold call, with the
// packages of the clone and without a network.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/install.mjs';
import { closedAddress } from '../../test-bed/local-server.ts';
import { pollUntil } from '../../test-bed/poll-until.ts';
import { NODE_PROGRAMS } from '../../test-bed/runtimes.ts';
import { prepareMachine, type Machine } from './machine.ts';

const PATIENCE_MS = 60_000;

/** A service that exists already, and is to be sold. */
const SERVICE = `import { defineService } from '@mkt/seller-kit';
import { serve } from '@mkt/seller-kit/node';
const service = defineService({
  name: 'City weather',
  description: 'The weather of a city.',
  baseUrl: \`http://localhost:\${process.env.PORT}\`,
  category: 'data',
  price: { currency: 'USD', amountCents: 1, unit: 'call' },
  input: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
  output: { type: 'object', properties: { sky: { type: 'string' } } },
  run: async () => ({ sky: 'clear' }),
});
await serve(service, { port: Number(process.env.PORT) });
`;

/** A buyer's program beside it. */
const BUYER = `import { createClient } from '@mkt/client';
console.log(JSON.stringify(await createClient().run('city-weather', { city: 'Oslo' })));
`;

describe.each(Object.keys(NODE_PROGRAMS))(
  'on Node %s, in a project outside the clone',
  (version) => {
    let machine: Machine;
    let project: string;

    beforeAll(async () => {
      // No registry: whatever npm would fetch cannot be had.
      machine = prepareMachine('http://127.0.0.1:9', version);
      project = join(machine.folder, 'weather');
      await mkdir(project);
      await writeFile(join(project, 'server.mjs'), SERVICE);
      await writeFile(join(project, 'buy.mjs'), BUYER);
      const scripts = { dev: 'node server.mjs' };
      await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'weather', scripts }));
    });
    afterAll(() => machine[Symbol.asyncDispose]());

    const add = (...argv: string[]) =>
      machine.run(`npm run --silent packages -- ${argv.map((each) => `'${each}'`).join(' ')}`, {
        in: ROOT,
      });

    it('npm run packages adds the packages, and npm install needs no network', async () => {
      const added = await add(project);
      expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('✔ mkt, ') });
      const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
      expect(manifest).toMatchObject({
        name: 'weather',
        dependencies: { '@mkt/client': 'file:./.linked/@mkt/client' },
        devDependencies: { '@mkt/marketplace': 'file:./.linked/@mkt/marketplace' },
      });
      expect(await machine.run('npm install', { in: project })).toMatchObject({ code: 0 });
      const { code, stdout } = await machine.run('npx mkt --version', { in: project });
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
    });

    it('mkt dev sells the service, a program buys it, and the secret is where the service is', async () => {
      const [service, market] = [await closedAddress(), await closedAddress()];
      machine.env['PORT'] = String(service.port);
      const dev = machine.start(`npx mkt dev --port ${market.port}`, { in: project });
      await pollUntil(
        'the service is published',
        () => (/published +city-weather/.test(dev.output()) ? true : undefined),
        PATIENCE_MS,
      );
      const bought = await machine.run('npx mkt run city-weather city=Oslo --yes', { in: project });
      expect(bought).toMatchObject({ code: 0, stdout: '{\n  "sky": "clear"\n}\n' });
      const key = (await readFile(join(project, '.mkt', 'dev-key'), 'utf8')).trim();
      const program = await machine.run(
        `MKT_BASE_URL=${market.url} MKT_API_KEY=${key} node buy.mjs`,
        { in: project },
      );
      expect(program).toMatchObject({ code: 0, stdout: '{"sky":"clear"}\n' });
      expect(await readFile(join(project, '.env'), 'utf8')).toMatch(/^MKT_SIGNING_SECRET=whsec_/m);
      await dev.stop();
    });

    it('a second run changes nothing, and only what is named is added', async () => {
      const before = await readFile(join(project, 'package.json'), 'utf8');
      expect((await add(project)).code).toBe(0);
      expect(await readFile(join(project, 'package.json'), 'utf8')).toBe(before);
      const python = join(machine.folder, 'python');
      await mkdir(python);
      expect((await add(python, 'mkt', 'mkt-marketplace')).code).toBe(0);
      const { dependencies = {}, devDependencies } = JSON.parse(
        await readFile(join(python, 'package.json'), 'utf8'),
      );
      expect([dependencies, Object.keys(devDependencies)]).toEqual([
        {},
        ['mkt', 'mkt-marketplace'],
      ]);
      expect((await machine.run('npm install', { in: python })).code).toBe(0);
      expect((await machine.run('npx mkt --version', { in: python })).code).toBe(0);
    });

    it('a wrong name or folder is refused, and nothing is written', async () => {
      const other = join(machine.folder, 'other');
      await mkdir(other);
      await copyFile(join(project, 'package.json'), join(other, 'package.json'));
      const before = await readFile(join(other, 'package.json'), 'utf8');
      const refusals = [
        [
          [other, '@mkt/sellerkit'],
          'There is no package @mkt/sellerkit. Did you mean @mkt/seller-kit?',
        ],
        [[join(other, 'nowhere')], 'is not a folder.'],
        [[join(ROOT, 'docs')], 'is in this clone, which has the packages already.'],
      ] as const;
      for (const [argv, says] of refusals) {
        expect(await add(...argv)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining(says),
        });
      }
      expect((await add()).code).toBe(2);
      expect(await readFile(join(other, 'package.json'), 'utf8')).toBe(before);
    });
  },
);
