// Several services in one process, each with the secret of its own listing.
import { newSigningSecret } from '@mkt/seller-kit/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closedAddress } from '../../../test-bed/local-server.ts';
import { failuresAt } from './failures-at.ts';
import { startRecipe } from './programs.ts';
import { signCall } from './signed-calls.ts';

describe.each([
  ['one express app', 'src/services/express.ts'],
  ['one fetch handler, on Bun', 'src/services/fetch-bun.ts'],
])('two services in %s', (_, recipe) => {
  it('pass every check, and each accepts only calls with its own secret', async () => {
    const { url, port } = await closedAddress();
    const secrets = { length: newSigningSecret(), words: newSigningSecret() };
    const env = {
      PUBLIC_URL: url,
      MKT_SIGNING_SECRET_TEXT_LENGTH: secrets.length,
      MKT_SIGNING_SECRET_WORD_COUNT: secrets.words,
    };
    const program = await startRecipe(recipe, { port, env, path: '/length/health' });
    onTestFinished(() => program.kill());
    for (const name of ['length', 'words'] as const) {
      const other = name === 'length' ? 'words' : 'length';
      expect(await failuresAt(`${url}/${name}`, secrets[name])).toEqual([]);
      const statusOf = async (secret: string) => (await signCall(secret)).sendTo(`${url}/${name}`);
      expect(await statusOf(secrets[name])).toBe(200);
      expect(await statusOf(secrets[other])).toBe(401);
    }
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  });
});
