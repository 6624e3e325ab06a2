import { chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { ApiError } from '@mkt/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../../src/dev/service-loop.ts';
import { withoutBrowser } from '../no-browser.ts';
import { runMkt } from '../run-mkt.ts';
import { spawnMkt } from '../spawn-mkt.ts';
import { createProject, startDev, type Project, type RunningDev } from './project.ts';

describe('mkt dev', () => {
  let project: Project;
  let dev: RunningDev;
  beforeAll(async () => {
    project = await createProject();
    dev = startDev(project.folder);
  });
  afterAll(async () => {
    await dev[Symbol.asyncDispose]();
    await project[Symbol.asyncDispose]();
  });

  it('starts a service and publishes it', async () => {
    const { folder } = project;
    const marketplace = await dev.next('marketplace');
    expect(marketplace['dashboardUrl']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#sign-in=/);
    expect(await dev.next('service-starting')).toMatchObject({ command: 'npm run start' });
    // The service is started again with the secret of its new listing.
    expect(await dev.next('secret-written')).toMatchObject({ variable: 'MKT_SIGNING_SECRET' });
    await dev.next('service-starting');
    expect(await dev.next('published')).toMatchObject({ slug: 'word-count' });
    expect(await readFile(join(folder, '.env'), 'utf8')).toMatch(/^MKT_SIGNING_SECRET=whsec_/);
    expect(await readFile(join(folder, '.mkt', '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('does not run twice in a folder, and says where the first one is', async () => {
    const { folder } = project;
    const { code, stderr } = await spawnMkt(['dev', '--port', '0'], { cwd: folder });
    const address = (await readFile(join(folder, '.mkt', 'dev-address'), 'utf8')).trim();
    expect(address).toBe((await dev.client()).baseUrl);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        `^✖ A marketplace already runs in this folder, at ${address}\\.\n {2}Publish to it: mkt publish\\.`,
      ),
    ]);
  });

  it('shows each call with its input and output', async () => {
    const client = await dev.client();
    await client.run('word-count', { text: 'one two three' });
    expect(await dev.next('call')).toMatchObject({
      slug: 'word-count',
      orderState: 'completed',
      requestBody: { text: 'one two three' },
      result: { words: 3 },
      outputValid: true,
      buyerId: expect.stringMatching(/./),
      durationMs: expect.any(Number),
    });
  });

  it('shows inputs that are refused', async () => {
    const refused = (await dev.client()).run('word-count', { text: 1 as never });
    await expect(refused).rejects.toThrow(ApiError);
    expect(await dev.next('refused')).toMatchObject({
      type: 'invalid_input',
      details: [{ path: '/text' }],
    });
  });

  it('shows where a result does not match the schema, and which check fails', async () => {
    const { main, source, replace } = project;
    await replace(main, source.replace(`text.split(' ').length`, `'many'`));
    expect(await dev.next('changed')).toMatchObject({ path: 'main.mjs' });
    expect(await dev.next('checks')).toMatchObject({ failed: [{ name: 'run' }] });
    expect(await dev.next('published')).toMatchObject({ failing: ['run'] });
    await (await dev.client()).run('word-count', { text: 'one' });
    expect(await dev.next('call')).toMatchObject({
      result: { words: 'many' },
      outputValid: false,
      outputErrors: [{ path: '/words' }],
    });
  });

  it('updates the listing when the contract changes', async () => {
    const { main, source, replace } = project;
    await replace(main, source.replace('amountCents: 2', 'amountCents: 3'));
    expect(await dev.next('checks')).toMatchObject({ failed: [], fixed: ['run'] });
    expect(await dev.next('published')).toMatchObject({ action: 'updated' });
  });

  it('starts a service again each time that its file is replaced', async () => {
    const { main, source, replace } = project;
    for (let version = 1; version <= 3; version++) {
      await replace(main, source.replace('Word count', `Word count ${version}`));
      await dev.next('changed');
      await dev.next('service-starting');
    }
    await dev.next('published');
    const { data } = await (await dev.client()).listings.list();
    expect(data).toMatchObject([{ title: 'Word count 3' }]);
  });

  it('shows why a service crashes, keeps the marketplace, and waits for a change', async () => {
    const { main, source, replace } = project;
    await replace(main, `throw new Error('no database');`);
    await dev.next('output', ({ line }) => String(line).includes('no database'));
    expect(await dev.next('service-exited')).toMatchObject({ code: 1 });
    expect((await (await dev.client()).me()).userId).toMatch(/./);
    // A program that never listens is replaced while it starts.
    await replace(main, 'setInterval(() => {}, 1000);');
    await dev.next('service-starting');
    await replace(main, source);
    await dev.next('published');
  });

  it('ends with 0 when it is interrupted', async () => {
    dev.kill('SIGINT');
    expect(await dev.ended).toEqual({ code: 0 });
  });
});

describe('mkt dev', () => {
  it('follows a service that is already running', async () => {
    await using project = await createProject();
    const { folder, main } = project;
    let url = '';
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const service = startService({
      command: process.execPath,
      args: [main],
      cwd: folder,
      env: process.env,
      onLine: (line) => {
        url = /http:\S+/.exec(line)?.[0] ?? url;
        resolve();
      },
    });
    await listening;
    await using dev = startDev(folder, ['--service-url', url]);
    expect(await dev.next('published')).toMatchObject({ slug: 'word-count' });
    expect(await readFile(join(folder, '.env'), 'utf8')).toContain('MKT_SIGNING_SECRET=');
    await service.stop();
  });

  it('publishes each service that a program prints the address of, with a secret of its own', async () => {
    await using project = await createProject();
    const { folder } = project;
    await using dev = startDev(folder, [], { env: { MOUNTS: '/one,/two' } });
    const slugs = [await dev.next('published'), await dev.next('published')].map(
      ({ slug }) => slug,
    );
    expect(slugs).toEqual(['word-count-one', 'word-count-two']);
    const variables = await readFile(join(folder, '.env'), 'utf8');
    expect(variables.match(/^MKT_SIGNING_SECRET\w*/gm)).toEqual([
      'MKT_SIGNING_SECRET',
      'MKT_SIGNING_SECRET_WORD_COUNT_TWO',
    ]);
    const client = await dev.client();
    for (const slug of slugs) {
      expect(await client.run(String(slug), { text: 'one two' })).toEqual({ words: 2 });
    }
  });

  it('updates the listing of a service that is mounted elsewhere', async () => {
    await using project = await createProject();
    const { folder, main, source, replace } = project;
    await using dev = startDev(folder);
    await dev.next('published');
    await replace(main, source.replace(`process.env.MOUNTS ?? ''`, `'/v2'`));
    await dev.next('changed');
    expect(await dev.next('published')).toMatchObject({ action: 'updated', slug: 'word-count' });
    const { data } = await (await dev.client()).listings.list();
    expect(data.map(({ runContract }) => new URL(runContract.endpointPath).pathname)).toEqual([
      '/v2/run',
    ]);
  });

  it('says how to name the path of a service without a contract at the root', async () => {
    await using project = await createProject();
    const { folder, main, source, replace } = project;
    await replace(
      main,
      source.replace(`for (const mount of mounts.filter(Boolean))`, 'const mount = 0; if (0)'),
    );
    await using dev = startDev(folder, [], { env: { MOUNTS: '/hidden' } });
    const { message, next } = await dev.next('problem');
    expect(message).toMatch(/^No contract at http:\/\/localhost:\d+\/contract\.$/);
    expect(next).toMatch(/mkt dev --service-url http:\/\/localhost:\d+\/PATH/);
  });

  it('names the process that uses the port', async () => {
    await using project = await createProject();
    const { folder } = project;
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    const ran = await spawnMkt(['dev', '--port', String(port)], { cwd: folder });
    busy.close();
    expect(ran.code).toBe(6);
    expect(ran.stderr).toContain(`Port ${port} is in use by `);
    if (process.platform === 'linux') expect(ran.stderr).toContain(`(pid ${process.pid})`);
    expect(ran.stderr).toContain(`mkt dev --port ${port + 1}`);
  });

  it.each([
    ['Node', undefined],
    ['the kit', 'Port PORT is in use. Stop the program that uses it.'],
  ])('names the process that uses the port of the service, as %s reports it', async (_, says) => {
    await using project = await createProject();
    const { folder } = project;
    if (says !== undefined) {
      const program = `console.error(${JSON.stringify(says)}.replace('PORT', process.env.PORT)); process.exit(1);`;
      await project.replace(project.main, program);
    }
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    await using dev = startDev(folder, [], { env: { PORT: String(port) } });
    await dev.next('service-exited');
    const { message } = await dev.next('problem');
    busy.close();
    expect(message).toContain(`Port ${port} is in use by `);
  });

  it('says how to install a missing marketplace', async () => {
    await using project = await createProject();
    const { folder } = project;
    const hook = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(specifier, context, next) {
        if (specifier !== '@mkt/marketplace') return next(specifier, context);
        throw Object.assign(new Error("Cannot find package '@mkt/marketplace' imported from x"), { code: 'ERR_MODULE_NOT_FOUND' });
      } });`;
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
    const { code, stderr } = await spawnMkt(['dev'], { cwd: folder, nodeArgs });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('npm install --save-dev @mkt/marketplace'),
    ]);
  });

  it('does not start itself', async () => {
    await using project = await createProject();
    const { folder } = project;
    const ran = await spawnMkt(['dev'], { cwd: folder, env: { MKT_DEV: '1' } });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('mkt dev -- node')]);
  });
});

describe('a data folder of another user', () => {
  it.skipIf(process.getuid?.() !== 0)('is not used by mkt dev', async () => {
    await using project = await createProject();
    const data = join(project.folder, '.mkt');
    await mkdir(data);
    await chown(data, 4_321, 4_321);
    const { code, stderr } = await spawnMkt(['dev', '--port', '0'], { cwd: project.folder });
    expect([code, await readdir(data)]).toEqual([2, []]);
    expect(stderr).toContain(`${data} is not used: it belongs to another user`);
  });
});

describe('the keys of mkt dev', () => {
  it('run the example, show help and the link to the dashboard where no browser can be opened, and quit', async () => {
    await using project = await createProject();
    await using _ = await withoutBrowser();
    const typed = new Set<string>();
    let type = (_: string) => {};
    const typeOnce = (key: string) => {
      if (typed.has(key)) return;
      typed.add(key);
      type(key);
    };
    const { code, stdout, stderr } = await runMkt(['dev', '--port', '0'], {
      cwd: project.folder,
      env: { PATH: process.env['PATH'] ?? '', TERM: 'dumb' },
      isTerminal: true,
      columns: 60,
      onStderr: (text, typeKeys) => {
        type = typeKeys;
        if (text.includes('published')) typeOnce('r');
        if (text.split('r run the example').length > 2) typeOnce('o');
        if (text.includes('No browser')) typeOnce('q');
      },
      onStdout: (text) => {
        if (text.includes('output')) typeOnce('?');
      },
    });
    expect([...typed, code]).toEqual(['r', '?', 'o', 'q', 0]);
    expect(stdout).toContain('input   {"text":"Hello there."}');
    expect(stdout).toContain('output  {"words":2}');
    expect(stderr).toContain('✔ published        word-count   USD 0.02 per call');
    expect(stderr).toMatch(/✔ dashboard +http:\/\/127\.0\.0\.1:\d+\/#sign-in=/);
    expect(stderr).toMatch(
      /The dashboard \(this link signs in once, within 5 minutes\): http:\/\/127\.0\.0\.1:\d+\/#sign-in=\S+\n.*No browser could be opened\./,
    );
  });
});
