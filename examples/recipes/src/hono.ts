import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { service } from './service.ts';

const app = new Hono();
app.mount('/text', service.fetch);
app.post('/echo', async (c) => c.json(await c.req.json()));

serve({
  fetch: app.fetch,
  port: Number(process.env.PORT ?? 8801),
  hostname: process.env.HOST ?? 'localhost',
});
