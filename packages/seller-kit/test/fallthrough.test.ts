import { expressHandler } from '@mkt/seller-kit/express';
import { nodeHandler } from '@mkt/seller-kit/node';
import type express from 'express';
import { describe, expect, it } from 'vitest';
import { EXPRESS } from './adapters.ts';
import { listen } from './listen.ts';
import { sampleService } from './sample-service.ts';

describe.each(EXPRESS)('an app of %s with routes of its own', (_, library) => {
  const own = (app: ReturnType<typeof express>) =>
    app.get('/about', (_request, response) => {
      response.send('about');
    });
  const text = async (url: string) => (await fetch(url)).text();

  it('serves routes before the kit', async () => {
    const url = await listen(own(library()).use(expressHandler(sampleService())));
    expect(await text(`${url}/about`)).toBe('about');
    expect(await text(`${url}/other`)).toBe('{"error":"Not found"}');
  });

  it('hides routes after the kit behind its 404', async () => {
    const url = await listen(own(library().use(expressHandler(sampleService()))));
    expect(await text(`${url}/about`)).toBe('{"error":"Not found"}');
  });

  it('serves routes after the kit with fallthrough', async () => {
    const kit = expressHandler(sampleService(), { fallthrough: true });
    const url = await listen(own(library().use(kit)));
    expect(await text(`${url}/about`)).toBe('about');
    expect(await text(`${url}/health`)).toBe('{"status":"ok"}');
    expect((await fetch(`${url}/other`)).status).toBe(404);
    expect((await fetch(`${url}/run`, { method: 'PUT' })).headers.get('content-type')).toMatch(
      'text/html',
    );
  });

  it('serves routes beside a mounted kit', async () => {
    const url = await listen(own(library().use('/text', expressHandler(sampleService()))));
    expect(await text(`${url}/about`)).toBe('about');
    expect(await text(`${url}/text/health`)).toBe('{"status":"ok"}');
    expect(await text(`${url}/text/about`)).toBe('{"error":"Not found"}');
  });
});

it('fallthrough without a later route is the kit’s 404', async () => {
  const url = await listen(nodeHandler(sampleService(), { fallthrough: true }));
  const response = await fetch(`${url}/about`);
  expect([response.status, await response.json()]).toEqual([404, { error: 'Not found' }]);
});
