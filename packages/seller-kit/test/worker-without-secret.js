// A worker whose runtime has no process.env, bundled without Node by runtimes.test.ts. Prints its
// responses for each environment, definition and request.
import { defineService } from '@mkt/seller-kit';
import { newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';

const [, , kind] = global.process.argv;
if (kind === 'none') global.process = undefined;
if (kind === 'no-env') global.process = {};
if (kind === 'forbidden') {
  const refuse = () => {
    throw new Error('NotCapable: Requires env access');
  };
  global.process = { env: new Proxy({}, { get: refuse, has: refuse }) };
}
if (kind === 'forbidden-object') {
  global.process = Object.defineProperty({}, 'env', {
    get() {
      throw new Error('NotCapable: Requires env access');
    },
  });
}
if (kind === 'empty') global.process = { env: {} };

const SECRET = newSigningSecret();
const OTHER = newSigningSecret();
const logged = [];
const define = (signingSecret) =>
  defineService({
    name: 'In a worker',
    description: 'Has no environment of its own.',
    baseUrl: 'https://worker.example.com',
    price: { amountCents: 1 },
    signingSecret,
    logger: {
      warn: (line) => logged.push(`warn: ${line}`),
      error: (line) => logged.push(`error: ${line}`),
    },
    run: (_, { verified }) => ({ verified }),
  });

const unsigned = () =>
  new Request('https://worker.example.com/run', { method: 'POST', body: '{}' });
const signed = (service, secret) => signedRequest(service, {}, { secret });
const show = async (response) => `${response.status} ${await response.text()}`;

const service = define(undefined);
const env = { MKT_SIGNING_SECRET: SECRET };
const seen = {
  unsigned: await show(await service.fetch(unsigned())),
  unsignedAgain: await show(await service.fetch(unsigned(), {})),
  otherSecondArgument: await show(await service.fetch(unsigned(), 7)),
  forgedWithoutEnv: (await service.fetch(await signed(service, SECRET))).status,
  unsignedWithEnv: await show(await service.fetch(unsigned(), env)),
  signedWithEnv: await show(await service.fetch(await signed(service, SECRET), env)),
  wrongSecretWithEnv: (await service.fetch(await signed(service, OTHER), env)).status,
  rotation: (
    await service.fetch(await signed(service, SECRET), { MKT_SIGNING_SECRET: `${OTHER},${SECRET}` })
  ).status,
  emptySecret: (await service.fetch(unsigned(), { MKT_SIGNING_SECRET: '' })).status,
  malformedSecret: (await service.fetch(unsigned(), { MKT_SIGNING_SECRET: 'whsec_oops' })).status,
  secretOfAnotherType: (await service.fetch(unsigned(), { MKT_SIGNING_SECRET: { get() {} } }))
    .status,
  head: (await service.fetch(new Request('https://a.example/run', { method: 'HEAD' }))).status,
  probe: (await service.fetch(new Request('https://a.example/run'))).status,
  contract: (await service.fetch(new Request('https://a.example/contract'))).status,
  health: (await service.fetch(new Request('https://a.example/health'))).status,
};
const request = await signed(service, SECRET);
const replays = [await service.fetch(request.clone(), env), await service.fetch(request, env)];

const logOfFirst = logged.splice(0);
const open = define(false);
console.log(
  JSON.stringify({
    ...seen,
    replays: replays.map(({ status }) => status),
    logged: logOfFirst,
    acceptedByChoice: await show(await open.fetch(unsigned())),
    warnedOfChoice: logged.length,
    option: (await define(OTHER).fetch(unsigned())).status,
  }),
);
