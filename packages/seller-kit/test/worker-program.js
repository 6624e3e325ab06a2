// What a worker would do, bundled without Node by web-runtime.test.ts. Prints what it saw.
import { defineService } from '@mkt/seller-kit';
import { callService, newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';

const service = defineService({
  name: 'In a worker',
  description: 'Generates no code.',
  baseUrl: 'https://worker.example.com',
  price: { amountCents: 1 },
  signingSecret: newSigningSecret(),
  input: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  output: { type: 'object', required: ['length'], properties: { length: { type: 'integer' } } },
  run: ({ text }, { verified }) => ({ length: text.length, verified }),
});

const outcome = async (...call) => {
  const { status, body } = await callService(service, ...call);
  return { status, body };
};
const request = await signedRequest(service, { text: 'abc' });
const replays = await Promise.all([request.clone(), request].map(service.fetch));
const contract = await service.fetch(new Request('https://worker.example.com/contract'));

console.log(
  JSON.stringify({
    good: await outcome({ text: 'abc' }),
    wrongSecret: await outcome({ text: 'abc' }, { secret: newSigningSecret() }),
    badInput: await outcome({ text: 7 }),
    replays: replays.map(({ status }) => status).toSorted((a, b) => a - b),
    contract: contract.status,
  }),
);
