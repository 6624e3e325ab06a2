import type { Service } from '@mkt/seller-kit';
import { expressHandler } from '@mkt/seller-kit/express';
import { nodeHandler, serve } from '@mkt/seller-kit/node';
import express from 'express';
import express4 from 'express4';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** Something that answers requests at paths below the service. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

const over =
  (base: string): Ask =>
  (path, init) =>
    fetch(base + path, init);

/** Every way of serving, each as the app of a seller would do it. */
export const ADAPTERS: readonly [string, (service: Service) => Promise<Ask>][] = [
  ['express 5', async (service) => over(await listen(express().use(expressHandler(service))))],
  ['express 4', async (service) => over(await listen(express4().use(expressHandler(service))))],
  [
    'express 5 under a prefix',
    async (service) =>
      over(`${await listen(express().use('/apis/text', expressHandler(service)))}/apis/text`),
  ],
  [
    'express 4 under a prefix',
    async (service) =>
      over(`${await listen(express4().use('/apis/text', expressHandler(service)))}/apis/text`),
  ],
  ['node:http', async (service) => over(await listen(nodeHandler(service)))],
  [
    'serve()',
    async (service) => {
      const server = await serve(service, { port: 0, host: '127.0.0.1' });
      onTestFinished(() => server.close());
      return over(server.url);
    },
  ],
  [
    'fetch',
    async (service) => (path, init) =>
      service.fetch(new Request(`http://seller.test${path}`, init)),
  ],
  [
    'Hono under a prefix',
    async (service) => {
      const app = new Hono().mount('/apis/text', service.fetch);
      return async (path, init) => app.request(`http://seller.test/apis/text${path}`, init);
    },
  ],
];
