import type { Service } from '@mkt/seller-kit';
import { expressHandler } from '@mkt/seller-kit/express';
import { nodeHandler, serve } from '@mkt/seller-kit/node';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import express4 from 'express4';
import Fastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** Both versions of express; the tests use what their types have in common. */
export const EXPRESS: readonly [string, typeof express][] = [
  ['express 5', express],
  ['express 4', express4 as unknown as typeof express],
];

/** Serves with `serve()` until the test ends; returns the server. */
export async function startKitServer(service: Service) {
  const server = await serve(service, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  return server;
}

/** Serves with fastify, as docs/sell/frameworks.md shows; returns the server's address. */
async function startFastify(service: Service): Promise<string> {
  const app = Fastify();
  onTestFinished(() => app.close());
  const routes = async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const path of ['/', '/*']) {
      scope.all(path, (request, reply) => {
        reply.hijack();
        nodeHandler(service)(request.raw, reply.raw);
      });
    }
  };
  app.register(routes);
  return app.listen({ port: 0, host: '127.0.0.1' });
}

type Start<Result> = (service: Service) => Promise<Result>;

/** Every way of serving on a socket; each returns the base URL. */
export const SOCKETS: readonly [string, Start<string>][] = [
  ...EXPRESS.map(([name, library]): [string, Start<string>] => [
    name,
    (service) => listen(library().use(expressHandler(service))),
  ]),
  ['node:http', (service) => listen(nodeHandler(service))],
  ['serve()', async (service) => (await startKitServer(service)).url],
  ['fastify', startFastify],
];

/** Sends a request to a path below the service. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

const to =
  (base: string): Send =>
  (path, init) =>
    fetch(base + path, init);

/** Every way of serving, as a seller's app would do it. */
export const ADAPTERS: readonly [string, Start<Send>][] = [
  ...SOCKETS.map(([name, start]): [string, Start<Send>] => [
    name,
    async (service) => to(await start(service)),
  ]),
  ...EXPRESS.map(([name, library]): [string, Start<Send>] => [
    `${name} under a prefix`,
    async (service) =>
      to(`${await listen(library().use('/apis/text', expressHandler(service)))}/apis/text`),
  ]),
  [
    'fetch',
    async (service) => (path, init) =>
      service.fetch(new Request(`http://seller.test${path}`, init)),
  ],
  [
    'Hono on Node',
    async (service) => {
      const respond = getRequestListener(new Hono().mount('/', service.fetch).fetch);
      return to(await listen((request, response) => void respond(request, response)));
    },
  ],
  [
    'Hono under a prefix',
    async (service) => {
      const app = new Hono().mount('/apis/text', service.fetch);
      return async (path, init) => app.request(`http://seller.test/apis/text${path}`, init);
    },
  ],
];
