// What a newcomer does, with the packages as npm would install them: nothing is linked, and no
// package comes from anywhere but the registry.
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { pollUntil } from '../../test-bed/poll-until.ts';
import { closedAddress } from '../../test-bed/local-server.ts';
import { prepareMachine, type Machine, type Running } from './machine.ts';
import { NODE_PROGRAMS } from '../../test-bed/runtimes.ts';
import { packageNames } from './tarballs/unpack.ts';

/** Two processors may be busy with other tests. */
const PATIENCE_MS = 60_000;

describe('a release', () => {
  it('publishes every package that is not private', () => {
    const names = inject('registry').published.map((each) => each.replace(/(?<=.)@.*/, ''));
    expect(names.toSorted()).toEqual(packageNames().toSorted());
  });
});

describe.each(Object.keys(NODE_PROGRAMS))('on Node %s, from an empty folder', (version) => {
  let machine: Machine;
  let project: string;
  let service: Running;
  let serviceUrl: string;

  beforeAll(async () => {
    machine = prepareMachine(inject('registry').url, version);
    project = join(machine.folder, 'text-insights');
    const port = (await closedAddress()).port;
    serviceUrl = `http://localhost:${port}`;
    // mkt asks the marketplace at its usual address, unless it is told another one.
    machine.env['MKT_BASE_URL'] = (await closedAddress()).url;
  });
  afterAll(() => machine[Symbol.asyncDispose]());

  const shows = (running: Running, text: string) =>
    pollUntil(
      `${text} is printed`,
      () => (running.output().includes(text) ? true : undefined),
      PATIENCE_MS,
    );

  async function startService(): Promise<void> {
    service = machine.start('npm start', { in: project });
    await shows(service, `listens on ${serviceUrl}`);
  }

  it('npx mkt init creates a project', async () => {
    expect((await machine.run('node --version')).stdout).toBe(`v${version}\n`);
    const { port } = new URL(serviceUrl);
    const { code, stderr } = await machine.run(
      `npx --yes mkt init text-insights --yes --port ${port}`,
    );
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('✔') });
  });

  it('npm install installs it from the registry, with nothing linked', async () => {
    const { code, stderr } = await machine.run('npm install', { in: project });
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: '' });
    const lock: { packages: Record<string, { resolved?: string; link?: boolean }> } = JSON.parse(
      await readFile(join(project, 'package-lock.json'), 'utf8'),
    );
    const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
    expect(installed.length).toBeGreaterThan(50);
    const { url } = inject('registry');
    const foreign = installed.filter(
      ([, { resolved, link }]) => link === true || !(resolved ?? url).startsWith(url),
    );
    expect(foreign).toEqual([]);
    const own = join(project, 'node_modules', '@mkt');
    for (const name of await readdir(own)) {
      expect([name, (await lstat(join(own, name))).isDirectory()]).toEqual([name, true]);
    }
  });

  it('the project passes its own tests and type check', async () => {
    for (const command of ['npm test', 'npm run typecheck']) {
      expect(await machine.run(command, { in: project })).toMatchObject({ code: 0 });
    }
  });

  it('npm start starts the service, npx mkt-marketplace a marketplace', async () => {
    await startService();
    const { port } = new URL(machine.env['MKT_BASE_URL'] ?? '');
    const serve = `npx --yes mkt-marketplace serve --dev --port ${port}`;
    const marketplace = machine.start(serve, { in: project });
    await shows(marketplace, machine.env['MKT_BASE_URL'] ?? '');
    expect((await fetch(`${machine.env['MKT_BASE_URL']}/readyz`)).status).toBe(200);
  });

  it('npx mkt publish lists the service, and npx mkt run buys a call', async () => {
    const published = await machine.run(`npx mkt publish --yes --service-url ${serviceUrl}`, {
      in: project,
    });
    expect(published).toMatchObject({ code: 0, stderr: expect.stringContaining('✔ for sale') });
    // It reads the secret when it starts.
    await service.stop();
    await startService();
    const unsigned = await fetch(`${serviceUrl}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"Hello there."}',
    });
    expect(unsigned.status).toBe(401);
    const run = `npx mkt run text-insights --input '{"text":"Hello there."}' --json`;
    const { code, stdout } = await machine.run(run, { in: project });
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { orderState: 'completed', charged: true, result: { words: 2, characters: 12 } },
    ]);
  });

  it('npm create mkt creates a project, too', async () => {
    const { code, stderr } = await machine.run('npm create --yes mkt another -- --yes');
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('another/'),
    });
  });
});
