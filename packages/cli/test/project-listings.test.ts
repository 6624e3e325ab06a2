import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@mkt/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projectListings } from '../src/store/project-listings.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';
import { json } from '../../../test-bed/seller.ts';
import { countWords, startTextSeller, type TextSeller } from './seller.ts';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-project-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const at = (endpointPath: string) => ({ method: 'POST', endpointPath });
const MARKET = 'https://market.example';
const production = { baseUrl: MARKET, market: 'production' };

describe('the listings of a project', () => {
  const file = () => readFile(join(cwd, 'mkt.json'), 'utf8');

  it('are in mkt.json by marketplace, method and path, for everyone to read', async () => {
    const project = projectListings(cwd, { ...production, baseUrl: `${MARKET}/` });
    await project.remember(at('https://api.example.com/text/run'), 'id-1');
    expect(await file()).toBe(
      `${JSON.stringify({ marketplaces: { production: { baseUrl: MARKET, listings: { 'POST /text/run': 'id-1' } } } }, null, 2)}\n`,
    );
    expect((await stat(join(cwd, 'mkt.json'))).mode & 0o777).toBe(0o644);
    expect(await project.find(at('https://elsewhere.example/text/run'))).toBe('id-1');
    expect(await project.find(at('https://api.example.com/run'))).toBeUndefined();
    expect(
      await projectListings(cwd, { baseUrl: 'https://other.example' }).find(
        at(`${MARKET}/text/run`),
      ),
    ).toBe(undefined);
  });

  it('of a marketplace on this machine are in .mkt, which is not committed', async () => {
    await projectListings(cwd, { baseUrl: 'http://127.0.0.1:8787' }).remember(
      at('http://localhost/run'),
      'id',
    );
    expect(await readFile(join(cwd, '.mkt', 'mkt.json'), 'utf8')).toContain('"POST /run": "id"');
    expect(await readFile(join(cwd, '.mkt', '.gitignore'), 'utf8')).toBe('*\n');
    await expect(file()).rejects.toThrow('ENOENT');
  });

  it('keep the address of a second service with the same path', async () => {
    const project = projectListings(cwd, production);
    await project.remember(at('https://a.example/run'), 'id-a');
    await project.remember(at('https://b.example/run'), 'id-b');
    expect(await project.find(at('https://a.example/run'))).toBe('id-a');
    expect(await project.find(at('https://b.example/run'))).toBe('id-b');
    expect(await project.find(at('https://new.example/run'))).toBe('id-a');
  });

  it('replace a listing that no longer exists', async () => {
    const project = projectListings(cwd, production);
    await project.remember(at('https://a.example/run'), 'gone');
    await project.remember(at('https://a.example/run'), 'new', true);
    expect(await project.find(at('https://a.example/run'))).toBe('new');
  });

  it('leave everything else in the file as it is', async () => {
    const other = {
      $schema: './x.json',
      default: 'staging',
      marketplaces: {
        staging: { baseUrl: 'https://other.example', listings: { a: 'b' } },
        live: { baseUrl: `${MARKET}/`, note: 'kept' },
      },
    };
    await writeFile(join(cwd, 'mkt.json'), JSON.stringify(other));
    await projectListings(cwd, production).remember(at('https://a.example/run'), 'id');
    const { marketplaces } = other;
    const live = { ...marketplaces.live, listings: { 'POST /run': 'id' } };
    expect(JSON.parse(await file())).toEqual({ ...other, marketplaces: { ...marketplaces, live } });
  });

  it.each([
    ['without a name is named after its host', undefined, 'market.example'],
    ['whose name another one has here is named after its host', 'staging', 'market.example'],
  ])('of a marketplace %s', async (_, market, name) => {
    const staging = { baseUrl: 'https://staging.example' };
    await writeFile(join(cwd, 'mkt.json'), JSON.stringify({ marketplaces: { staging } }));
    const project = projectListings(cwd, { baseUrl: MARKET, market });
    await project.remember(at('https://a.example/run'), 'id');
    const listings = { 'POST /run': 'id' };
    expect(JSON.parse(await file())).toEqual({
      marketplaces: {
        staging: { ...staging, listings: {} },
        [name]: { baseUrl: MARKET, listings },
      },
    });
  });

  it.each([
    ['{', 'is not JSON'],
    ['[]', 'must contain a JSON object'],
    ['{"marketplaces":[]}', 'marketplaces must be an object'],
    ['{"marketplaces":{"live":7}}', 'marketplaces.live must have a baseUrl'],
    [
      '{"marketplaces":{"live":{"baseUrl":"market.example"}}}',
      'marketplaces.live must have a baseUrl',
    ],
    [
      '{"marketplaces":{"live":{"baseUrl":"https://market.example","listings":[]}}}',
      'marketplaces.live.listings must be an object',
    ],
    ['{"default":"live"}', 'default must be the name of one of its marketplaces'],
  ])('are an error when the file is damaged: %s', async (text, says) => {
    await writeFile(join(cwd, 'mkt.json'), text);
    const project = projectListings(cwd, production);
    await expect(project.find(at('https://a.example/run'))).rejects.toThrow(says);
    await expect(project.remember(at('https://a.example/run'), 'id')).rejects.toThrow(says);
    expect(await file()).toBe(text);
  });

  it('name the folder that cannot be created for them', async () => {
    await writeFile(join(cwd, '.mkt'), 'a file');
    const project = projectListings(cwd, { baseUrl: 'http://127.0.0.1:8787' });
    await expect(project.remember(at('http://localhost/run'), 'id')).rejects.toMatchObject({
      type: 'write_failed',
      message: `${join(cwd, '.mkt')} cannot be created (EEXIST).`,
    });
  });

  it.each([7, null, ['id']])('ignore an id that is not text: %j', async (id) => {
    const live = { baseUrl: MARKET, listings: { 'POST /run': id } };
    const text = JSON.stringify({ marketplaces: { live } });
    await writeFile(join(cwd, 'mkt.json'), text);
    expect(
      await projectListings(cwd, production).find(at('https://a.example/run')),
    ).toBeUndefined();
  });
});

describe('mkt publish of a service that moved', () => {
  let market: RealMarketplace;
  let client: Client;
  let old: TextSeller;
  let moved: TextSeller;

  beforeAll(async () => {
    market = await startMarketplace();
    client = createClient({ baseUrl: market.url, apiKey: market.env.MKT_API_KEY });
  });
  afterAll(() => market[Symbol.asyncDispose]());
  beforeEach(async () => {
    [old, moved] = await Promise.all([startTextSeller(), startTextSeller()]);
    const { code, stderr } = await publish(old.url, '--yes');
    if (code !== 0) throw new Error(stderr);
  });
  afterEach(async () => {
    for await (const { id, status } of client.listings.list()) {
      if (status === 'published') await client.listings.archive(id);
    }
    await Promise.all([old[Symbol.asyncDispose](), moved[Symbol.asyncDispose]()]);
  });

  const publish = (serviceUrl: string, ...argv: string[]) =>
    runMkt(['publish', '--service-url', serviceUrl, ...argv], { env: market.env, cwd });
  const forSale = async () => {
    const urls: string[] = [];
    for await (const { status, runContract } of client.listings.list()) {
      if (status === 'published') urls.push(runContract.endpointPath);
    }
    return urls.toSorted();
  };
  /** Publishes on a terminal, and answers the first question with this key, the second with y. */
  const answer = async (key: string) => {
    const questions = ['You already sell this at', market.url];
    const keys = [key, 'y'];
    return await runMkt(['publish', '--service-url', moved.url], {
      env: market.env,
      cwd,
      isTerminal: true,
      onStderr: (text, type) => {
        if (!questions[0] || !text.includes(questions[0])) return;
        if (questions.length === 1 && !text.includes(`${market.url}? (Y/n)`)) return;
        questions.shift();
        type(`${keys.shift()}\r`);
      },
    });
  };

  it('updates the listing that the project remembers', async () => {
    const { code, stderr } = await publish(moved.url, '--yes');
    expect([code, await forSale()]).toEqual([0, [`${moved.url}/run`]]);
    expect(stderr).toContain('~ runContract   endpointPath');
  });

  it('asks on a terminal, and creates a second listing for no', async () => {
    const { stderr, code } = await answer('n');
    expect(stderr).toContain(`You already sell this at ${old.url}/run`);
    expect([code, await forSale()]).toEqual([0, [`${moved.url}/run`, `${old.url}/run`].toSorted()]);
  });

  it('asks on a terminal, and updates for yes', async () => {
    expect([(await answer('y')).code, await forSale()]).toEqual([0, [`${moved.url}/run`]]);
  });

  it('creates a second listing in another project, and says how to update the first', async () => {
    const elsewhere = join(cwd, 'elsewhere');
    await mkdir(elsewhere);
    const argv = ['publish', '--service-url', moved.url, '--yes'];
    const { code, stderr } = await runMkt(argv, { env: market.env, cwd: elsewhere });
    expect([code, await forSale()]).toEqual([0, [`${moved.url}/run`, `${old.url}/run`].toSorted()]);
    expect(stderr).toMatch(
      /This will be another listing: \S+ is at http.*: --listing text-insights/,
    );
  });

  it('creates a second listing for a service with another title', async () => {
    moved.provider.title = 'Another service';
    const { code, stderr } = await publish(moved.url, '--yes');
    expect([code, (await forSale()).length]).toEqual([0, 2]);
    expect(stderr).toContain(`is at ${old.url}/run. To update that one instead: --listing`);
    // Each is found again.
    expect((await publish(moved.url, '--yes')).stderr).toContain('✔ unchanged');
    expect((await publish(old.url, '--yes')).stderr).toContain('✔ unchanged');
  });

  describe('to another path', () => {
    /** Answers at this path too, which the contract names from now on. */
    const movePath = (path: string) => {
      for (const method of ['HEAD', 'GET']) old.on(`${method} ${path}`, () => ({ status: 200 }));
      old.on(`POST ${path}`, countWords);
      old.provider.runContract['endpointPath'] = `${old.url}${path}`;
    };

    it('updates the listing of the folder, and remembers it by the new path alone', async () => {
      movePath('/v2/count');
      const { code, stderr } = await publish(old.url, '--yes');
      expect([code, await forSale()]).toEqual([0, [`${old.url}/v2/count`]]);
      expect(stderr).toContain('~ runContract   endpointPath');
      const text = await readFile(join(cwd, '.mkt', 'mkt.json'), 'utf8');
      expect([text.includes('POST /v2/count'), text.includes('POST /run')]).toEqual([true, false]);
      expect((await publish(old.url, '--yes')).stderr).toContain('✔ unchanged');
    });

    it.each([
      ['y', 1],
      ['n', 2],
    ])('asks on a terminal: %s', async (key, listings) => {
      movePath('/v2/run');
      let asked = 0;
      const questions = [`You already sell this at ${old.url}/run`, `${market.url}? (Y/n)`];
      await runMkt(['publish', '--service-url', old.url], {
        env: market.env,
        cwd,
        isTerminal: true,
        onStderr: (text, type) => {
          if (!text.includes(questions[asked] ?? 'nothing more')) return;
          type(`${asked === 0 ? key : 'y'}\r`);
          asked++;
        },
      });
      expect([asked, (await forSale()).length]).toEqual([2, listings]);
    });

    it('is not assumed while the old path still has its contract', async () => {
      // As an API of which two operations have the same title.
      const contract = structuredClone(old.provider);
      old.on('GET /contract', () => json({ provider: contract }));
      old.on('GET /other/contract', () => json({ provider: old.provider }));
      movePath('/other/run');
      const { code, stderr } = await publish(`${old.url}/other`, '--yes');
      expect([code, (await forSale()).length]).toEqual([0, 2]);
      expect(stderr).toContain(`This will be another listing: `);
    });

    it('is not assumed of a service with another title, which is said', async () => {
      movePath('/other/run');
      old.provider.title = 'Another service';
      const { code, stderr } = await publish(old.url, '--yes');
      expect([code, (await forSale()).length]).toEqual([0, 2]);
      expect(stderr).toMatch(/another listing: \S+ is at \S+\/run\. To update that one instead: /);
    });
  });

  it('creates a second listing with --new', async () => {
    expect((await publish(moved.url, '--yes', '--new')).code).toBe(0);
    expect(await forSale()).toHaveLength(2);
    const both = await publish(moved.url, '--new', '--listing', 'x');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('not both')]);
  });

  it('takes localhost and 127.0.0.1 for the same address, in any project', async () => {
    const named = old.url.replace('127.0.0.1', 'localhost');
    old.provider.runContract['endpointPath'] = `${named}/run`;
    await rm(join(cwd, '.mkt'), { recursive: true });
    expect((await publish(old.url, '--yes')).code).toBe(0);
    expect(await forSale()).toEqual([`${named}/run`]);
  });

  it('creates a new listing when the remembered one was archived', async () => {
    for await (const { id } of client.listings.list()) {
      await client.listings.archive(id).catch(() => {});
    }
    expect((await publish(moved.url, '--yes')).code).toBe(0);
    expect(await forSale()).toEqual([`${moved.url}/run`]);
  });

  it('publishes also when nothing can be remembered', async () => {
    await rm(join(cwd, '.mkt'), { recursive: true });
    await writeFile(join(cwd, '.mkt'), 'a file');
    const { code, stderr } = await publish(old.url, '--yes');
    expect([code, stderr]).toEqual([0, expect.stringContaining('! The listing was not recorded')]);
  });
});
