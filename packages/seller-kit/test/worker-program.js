// Bundled without Node by web-runtime.test.ts, as a worker would be. Prints the responses that it got.
import { defineService, verifyRequest } from '@mkt/seller-kit';
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
/** `verifyRequest` in a worker, which has no process.env. */
async function ownRoute() {
  const { process } = global;
  global.process = undefined;
  const signingSecret = newSigningSecret();
  const sign = (secret) => signedRequest(service, { text: 'abc' }, { secret });
  const reasonOf = (request, options) =>
    verifyRequest(request, options).catch(({ reason, message }) => reason ?? message);
  const { bodyText } = await verifyRequest(await sign(signingSecret), { signingSecret });
  const forged = await reasonOf(await sign(newSigningSecret()), { signingSecret });
  const unset = await reasonOf(await sign(signingSecret));
  global.process = process;
  return [bodyText, forged, /MKT_SIGNING_SECRET is not set/.exec(unset)?.[0]];
}
const contract = await service.fetch(new Request('https://worker.example.com/contract'));

console.log(
  JSON.stringify({
    good: await outcome({ text: 'abc' }),
    wrongSecret: await outcome({ text: 'abc' }, { secret: newSigningSecret() }),
    badInput: await outcome({ text: 7 }),
    replays: replays.map(({ status }) => status).toSorted((a, b) => a - b),
    contract: contract.status,
    ownRoute: await ownRoute(),
  }),
);
