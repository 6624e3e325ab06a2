// A service of the kit on express, to compare its cost with that of a bare node:http server.
// Reads PORT (0 by default) and MKT_SIGNING_SECRET from the environment; prints `READY <port>`. With
// ON=node it does without express.
// Needs the built packages: `npm run build` first. The replay store is off, so that one signed call
// can be repeated.
import { createRequire } from 'node:module';
import { INPUT_SCHEMA } from './sample-call.ts';

const load = (name) =>
  import(name).catch((error) => {
    console.error(`${name} cannot be loaded: run \`npm run build\` first. (${error.message})`);
    process.exit(1);
  });
const { defineService } = await load('@mkt/seller-kit');
const { serve } = await load('@mkt/seller-kit/node');
const { expressHandler } = await load('@mkt/seller-kit/express');
// express is a dependency of the kit's tests, not of this folder.
const express = createRequire(import.meta.resolve('@mkt/seller-kit/package.json'))('express');

const service = defineService({
  name: 'Bench seller',
  description: 'Responds at once.',
  baseUrl: 'https://bench.example.com',
  price: { amountCents: 1 },
  input: INPUT_SCHEMA,
  replay: false,
  run: ({ text, lang }) => ({ length: text.length, lang }),
});

const port = Number(process.env.PORT || 0);
const host = '127.0.0.1';
if (process.env.ON === 'node') {
  console.log(`READY ${(await serve(service, { port, host })).port}`);
} else {
  const app = express();
  app.disable('x-powered-by');
  app.use(expressHandler(service));
  const server = app.listen(port, host, 4096, () => {
    console.log(`READY ${server.address().port}`);
  });
  server.keepAliveTimeout = 60_000;
}
process.on('SIGTERM', () => process.exit(0));
