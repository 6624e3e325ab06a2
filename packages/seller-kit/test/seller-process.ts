// A service as a process of its own, so that a test can watch its memory. Prints its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineService } from '@mkt/seller-kit';
import { expressHandler } from '@mkt/seller-kit/express';
import { nodeHandler } from '@mkt/seller-kit/node';
import express from 'express';

const service = defineService({
  name: 'Echo',
  description: 'Returns its input.',
  price: { amountCents: 1 },
  run: (input) => input,
});
const handler =
  process.argv[2] === 'express' ? express().use(expressHandler(service)) : nodeHandler(service);
const server = createServer(handler).listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
