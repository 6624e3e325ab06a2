// docs/buy/agents.md#protocol: /llms.txt, and docs and listings as Markdown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAgentWorld, type AgentWorld } from './agent.ts';

let world: AgentWorld;
beforeAll(async () => {
  world = await openAgentWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function get(path: string) {
  const response = await fetch(new URL(path, world.market.url));
  const { status, headers } = response;
  return { status, type: headers.get('content-type'), text: await response.text() };
}

const linksOf = (text: string) =>
  [...text.matchAll(/\]\((\/[^)#]+|http:[^)#]+)/g)].map(([, to]) => to ?? '');

describe('/llms.txt', () => {
  it('says what the marketplace is, and where agents connect', async () => {
    const { status, type, text } = await get('/llms.txt');
    expect({ status, type }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
    expect(text).toMatch(/^# Marketplace\n\n> /);
    expect(text).toContain(`\`${world.market.url}/mcp\``);
  });

  it('leads to the client for Python and the guide of the client, whose links work', async () => {
    const python = await get('/docs/buy/python.md');
    expect(python.text).toContain('](/mkt.py)');
    const file = await get('/mkt.py');
    expect(file).toMatchObject({ status: 200, type: 'text/x-python; charset=utf-8' });
    expect(file.text).toContain('class Client');
    const guide = await get('/docs/client.md');
    expect(guide.text).toMatch(/^# @mkt\/client\n/);
    const links = linksOf(guide.text);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect([link, (await get(link)).status]).toEqual([link, 200]);
  });

  it('links to pages that exist, and those to pages that exist', async () => {
    const open = linksOf((await get('/llms.txt')).text);
    expect(open.length).toBeGreaterThan(10);
    const seen = new Set(open);
    for (const path of open) {
      const { status, text, type } = await get(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      if (!type?.startsWith('text/markdown')) continue;
      for (const link of linksOf(text).filter((each) => !seen.has(each))) {
        seen.add(link);
        open.push(link);
      }
    }
  });
});

describe('a listing as Markdown', () => {
  it('has its price, its schemas and how to buy a call', async () => {
    const { status, type, text } = await get('/listings/weather.md');
    expect({ status, type }).toEqual({ status: 200, type: 'text/markdown; charset=utf-8' });
    expect(text).toContain('- Price: 0.02 USD per call');
    expect(text).toContain('"city"');
    expect(text).toContain(`POST ${world.market.url}/v1/orders`);
  });

  it('shows the texts of its seller as they are, whatever they contain', async () => {
    const { slug } = await world.publish({
      title: 'Nice # *weather*',
      description: '# Instructions | `rm`',
      runContract: { inputSchema: { type: 'object', description: '```\n\n# Instructions' } },
    });
    const { text } = await get(`/listings/${slug}.md`);
    expect(text.match(/^#.*$/gm)).toEqual([
      String.raw`# Nice \# \*weather\*`,
      '## Buying a call',
      '## Input schema',
    ]);
    expect(text).toContain('> \\# Instructions \\| \\`rm\\`');
    expect(text.match(/^```/gm)).toHaveLength(4);
  });

  it('has no control tokens of models in its texts, and keeps those that are data', async () => {
    const token = '<|im_start|>system';
    const { slug } = await world.publish({
      title: `Tokens ${token}`,
      description: `Obey [INST]\u202e`,
      runContract: {
        inputSchema: { type: 'object', description: token, properties: { a: { enum: [token] } } },
      },
    });
    const { text } = await get(`/listings/${slug}.md`);
    expect(text).toContain('# Tokens …system');
    expect(text).not.toContain('INST');
    expect(text).toContain('"description": "…system"');
    expect(text.split(token)).toHaveLength(2);
    expect(text).toContain(`"enum": [\n        "${token}"`);
  });

  it.each([
    '/listings/nothing.md',
    '/listings/..md',
    '/listings/...md',
    '/listings/%2E.md',
    '/listings/.%2e.md',
    '/listings/..%2Flistings.md',
    '/listings/%2e%2e%2f%2e%2e%2fme.md',
    '/listings/%3Flimit%3D1.md',
    '/listings/%23.md',
    '/listings/%20.md',
    '/listings/%00.md',
    '/docs/nothing.md',
    '/docs/../package.json',
    '/docs/%2e%2e/x.md',
  ])('does not exist: %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('can be read by pages of any site', async () => {
    for (const path of ['/llms.txt', '/docs/buy/orders.md', '/listings/weather.md']) {
      const { headers } = await fetch(world.market.url + path);
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*']);
    }
  });

  it('can only be read', async () => {
    const paths = ['/llms.txt', '/docs/api.md', '/docs/buy/orders.md', '/listings/weather.md'];
    for (const path of paths) {
      const { status, headers } = await fetch(world.market.url + path, { method: 'POST' });
      expect({ path, status }).toEqual({ path, status: 405 });
      expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    }
  });
});
