import { DefinitionError } from '@mkt/seller-kit';
import { newSigningSecret } from '@mkt/seller-kit/testing';
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
