// docs/operate/run.md#appeals-and-takedowns: words that the operator adds to the content check.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openMarket, providerOf } from '../market.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';

describe('the blocked words of an operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-words-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const fileOf = (text: string | Uint8Array) => {
    const path = join(folder, `${randomUUID()}.txt`);
    writeFileSync(path, text);
    return path;
  };

  it('flag a listing with a separate rule', async () => {
    const market = await openMarket({
      environment: { MKT_BLOCKED_WORDS_FILE: fileOf('# ours\nacme corp\n') },
    });
    const { body } = await market.api.post(
      '/v1/providers',
      providerOf(await openSeller(), { description: 'By the ACME Corp.' }),
    );
    await market.reviewsIdle();
    const { body: provider } = await market.api.get(`/v1/providers/${body.id}`);
    expect(provider).toMatchObject({ status: 'flagged' });
    expect(provider.reviewRejectionReason).toContain('rule "blocked_word"');
  });

  it.each([
    ['does not exist', '/nowhere/words.txt'],
    ['is not a file', tmpdir()],
    ['is not UTF-8', fileOf(new Uint8Array([0xff]))],
    ['line 1 has no letter or digit', fileOf('***')],
  ])('keep the server from starting when the file %s', async (problem, path) => {
    const opening = openMarket({ environment: { MKT_BLOCKED_WORDS_FILE: path } });
    await expect(opening).rejects.toThrow(problem);
    await expect(opening).rejects.toMatchObject({ name: 'ConfigError' });
  });
});
