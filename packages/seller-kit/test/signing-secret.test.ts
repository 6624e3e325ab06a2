import { DefinitionError, verifyRequest } from '@mkt/seller-kit';
import { callService, newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { define } from './definition.ts';
import { SECRET } from './sample-service.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the signing secret', () => {
  const start = (signingSecret: unknown, variable?: string) => {
    vi.stubEnv('MKT_SIGNING_SECRET', variable);
    return define({ signingSecret });
  };
  const bad = [
    ['empty', ''],
    ['only white space', '  '],
    ['without its prefix', SECRET.slice('whsec_'.length)],
    ['not base64', 'whsec_!!!!'],
    ['too short', 'whsec_AAAA'],
    ['one good and one bad', `${SECRET},whsec_oops`],
    ['one good and one empty', `${SECRET},`],
  ] as const;

  it.each(bad)('is refused when it is set but %s', (_, secret) => {
    expect(() => start(secret)).toThrow(DefinitionError);
    expect(() => start(undefined, secret)).toThrow(/^defineService:\n- MKT_SIGNING_SECRET is /);
  });

  it.each([
    ['null', null],
    ['a number', 7],
    ['an empty list', []],
    ['a list with an empty text', [SECRET, '']],
  ])('is refused when the option is %s', (_, secret) => {
    expect(() => start(secret)).toThrow(/^defineService:\n- signingSecret /);
  });

  it('is never repeated in the refusal', () => {
    const secret = `${newSigningSecret()}x`;
    expect(() => start(secret)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret.slice(6, 20)) }),
    );
  });

  it('comes from the option before the environment', () => {
    expect(start(SECRET, 'whsec_oops').signer).toBeDefined();
  });
});

describe('the secrets of several listings in one environment', () => {
  const [first, second] = [newSigningSecret(), newSigningSecret()];
  const fromEnvironment = () => define({ signingSecret: undefined });
  const status = async (service: ReturnType<typeof define>, secret: string, env?: object) =>
    (await service.fetch(await signedRequest(service, {}, { secret }), env)).status;

  it('are all accepted, each from its own variable', async () => {
    vi.stubEnv('MKT_SIGNING_SECRET', first);
    vi.stubEnv('MKT_SIGNING_SECRET_QR_CODE', second);
    const service = fromEnvironment();
    expect(await status(service, first)).toBe(200);
    expect(await status(service, second)).toBe(200);
    expect(await status(service, newSigningSecret())).toBe(401);
    expect((await callService(service, {})).status).toBe(200);
  });

  it('need no MKT_SIGNING_SECRET beside them', async () => {
    vi.stubEnv('MKT_SIGNING_SECRET', undefined);
    vi.stubEnv('MKT_SIGNING_SECRET_QR_CODE', second);
    const service = fromEnvironment();
    expect(await status(service, second)).toBe(200);
    expect(await status(service, first)).toBe(401);
  });

  it('are accepted from the environment of a Worker', async () => {
    vi.stubEnv('MKT_SIGNING_SECRET', undefined);
    const service = fromEnvironment();
    const env = { MKT_SIGNING_SECRET: first, MKT_SIGNING_SECRET_QR_CODE: second };
    expect(await status(service, second, env)).toBe(200);
    expect(await status(service, second, { MKT_SIGNING_SECRET: first })).toBe(401);
  });

  it('are left out by a service that names its own', async () => {
    vi.stubEnv('MKT_SIGNING_SECRET', first);
    vi.stubEnv('MKT_SIGNING_SECRET_QR_CODE', second);
    const service = define({ signingSecret: process.env['MKT_SIGNING_SECRET_QR_CODE'] });
    expect(await status(service, second)).toBe(200);
    expect(await status(service, first)).toBe(401);
  });

  it('must all be usable: a typo in one never disables verification', () => {
    vi.stubEnv('MKT_SIGNING_SECRET', first);
    vi.stubEnv('MKT_SIGNING_SECRET_QR_CODE', '');
    expect(() => fromEnvironment()).toThrow(/- MKT_SIGNING_SECRET_QR_CODE is set but empty/);
  });

  it('are read by verifyRequest too', async () => {
    vi.stubEnv('MKT_SIGNING_SECRET', undefined);
    vi.stubEnv('MKT_SIGNING_SECRET_QR_CODE', second);
    const service = fromEnvironment();
    const verified = verifyRequest(await signedRequest(service, { a: 1 }, { secret: second }));
    expect((await verified).bodyText).toBe('{"a":1}');
  });
});
