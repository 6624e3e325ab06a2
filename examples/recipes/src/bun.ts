import { service } from './service.ts';

export default {
  port: Number(process.env.PORT ?? 8801),
  hostname: process.env.HOST ?? 'localhost',
  fetch: service.fetch,
};
