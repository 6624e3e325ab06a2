import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { OWN_PACKAGES } from '../../../test-bed/own-programs.ts';

it('shows one order as one trace, from the buyer to the seller', async () => {
  const child = spawn(process.execPath, [...OWN_PACKAGES, 'src/main.ts'], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const [result, ...lines] = (await text(child.stdout)).trimEnd().split('\n');
  expect(result).toBe('{"words":4}');
  expect(lines.map((line) => line.replace(/ [\d.]+ ms$/, ''))).toEqual([
    'summarise a page (buyer)',
    '  POST /v1/orders (@mkt/marketplace)',
    '    validate input (@mkt/marketplace)',
    '    store order (@mkt/marketplace)',
    '    call seller (@mkt/marketplace)',
    '      count words (seller)',
    '    settle order (@mkt/marketplace)',
  ]);
});
