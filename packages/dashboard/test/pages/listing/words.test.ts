import { execFileSync } from 'node:child_process';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { snippetsOf } from '../../../src/pages/listing/snippets.ts';

const HOSTILE = String.raw`{"text":"it's \"quoted\" \\ $HOME \u0060id\u0060 ${'\u202e'} #{x} '''"}`;

const snippetsFor = (input: string) =>
  new Map(
    snippetsOf({
      baseUrl: 'https://market.example.com',
      slug: 'text-insights',
      input,
      price: { amount: 0.02, currency: 'EUR' },
    }).map(({ name, code }) => [name, code]),
  );

describe('the programs that make a call', () => {
  it.each(['TypeScript', 'cURL', 'Python', 'CLI'])('%s shows nothing invisible', (name) => {
    expect(snippetsFor(HOSTILE).get(name)).not.toMatch(/[\u202a-\u202e\u200b]/);
  });

  it('is TypeScript with the price that was shown', async () => {
    const code = snippetsFor(HOSTILE).get('TypeScript') ?? '';
    await expect(transformWithOxc(code, 'call.ts')).resolves.toBeTruthy();
    expect(code).toContain('maxPrice: { amount: 0.02, currency: "EUR" }');
  });

  it('is a shell command that sends exactly the input', () => {
    const code = snippetsFor(HOSTILE).get('CLI') ?? '';
    const script = `npx() { printf %s "$7"; }\n${code}`;
    const sent = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(JSON.parse(sent)).toEqual(JSON.parse(HOSTILE));
  });

  it('is Python whose body is the input', () => {
    const code = snippetsFor(HOSTILE).get('Python') ?? '';
    const [, body] = /data=(.*)\.encode/.exec(code) ?? [];
    // A string of JSON is a string of Python too.
    const sent: unknown = JSON.parse(JSON.parse(body ?? '') as string);
    expect(sent).toEqual({ listingId: 'text-insights', requestBody: JSON.parse(HOSTILE) });
  });
});
