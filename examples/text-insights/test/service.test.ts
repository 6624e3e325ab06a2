import { validate } from '@mkt/protocol/validate';
import { callService, newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';
import { describe, expect, it } from 'vitest';
import { MAX_CHARACTERS, textInsights } from '../src/service.ts';

const service = textInsights({
  baseUrl: 'https://text.example.com',
  signingSecret: newSigningSecret(),
});

const contractOf = async () =>
  (await service.fetch(new Request('https://text.example.com/contract'))).json();

/** The longest text that is accepted, made of one piece. */
const full = (piece: string) => {
  const characters = Array.from(piece);
  return Array.from({ length: MAX_CHARACTERS }, (_, i) => characters[i % characters.length]).join(
    '',
  );
};

describe('the contract', () => {
  it('is one that the marketplace accepts', async () => {
    const contract = await contractOf();
    expect(validate('SellerContract', contract)).toMatchObject({ ok: true });
    expect(contract.provider).toMatchObject({
      title: 'Text insights',
      category: 'data',
      price: { currency: 'USD', amountCents: 2, unit: 'call' },
      runContract: {
        method: 'POST',
        endpointPath: 'https://text.example.com/run',
        healthEndpoint: 'https://text.example.com/health',
      },
    });
  });

  it('has the service’s own result as its example', async () => {
    const { requestExampleJson, responseExampleJson } = (await contractOf()).provider.runContract;
    const { status, body } = await callService(service, JSON.parse(requestExampleJson));
    expect([status, body]).toEqual([200, JSON.parse(responseExampleJson)]);
  });
});

describe('a call', () => {
  it('runs when it is signed, and is refused when it is not', async () => {
    const input = { text: 'Hello there.', maxKeywords: 0 };
    expect(await callService(service, input)).toMatchObject({
      status: 200,
      body: { words: 2, sentences: 1, language: 'en', keywords: [] },
    });
    const request = await signedRequest(service, input);
    request.headers.delete('X-MKT-Signature');
    expect((await service.fetch(request)).status).toBe(401);
  });

  it.each([
    ['no text', {}],
    ['a text that is no string', { text: 1 }],
    ['an unknown field', { text: 'a', lang: 'en' }],
    ['an unknown format', { text: 'a', format: 'html' }],
    ['a language that is no code', { text: 'a', language: 'en-x-' }],
    ['a fraction of keywords', { text: 'a', maxKeywords: 1.5 }],
    ['too many keywords', { text: 'a', maxKeywords: 51 }],
    ['a text that is too long', { text: 'a'.repeat(MAX_CHARACTERS + 1) }],
    ['a list', ['a']],
    ['nothing', null],
  ])('responds with 400 to %s', async (_, input) => {
    const { status, body } = await callService(service, input);
    expect([status, body]).toEqual([
      400,
      { error: expect.stringContaining('The input does not match the input schema') },
    ]);
  });

  it.each(['aa', 'en', 'qaa', 'xx', 'zzz', 'no', 'iw', 'tl'])(
    'takes any language code: %s',
    async (language) => {
      const { status } = await callService(service, { text: 'Ça va, naïve?', language });
      expect(status).toBe(200);
    },
  );

  // Each was slow, or failed, in one of the libraries or in a first version of this service.
  it.each([
    ['nothing but one word', 'a'],
    ['nothing but stops', '.'],
    ['sentences of one letter', 'A. '],
    ['question marks', '<?'],
    ['white space', ' '],
    ['line breaks', '\n'],
    ['one letter a line', 'a\n'],
    ['list items', '1. '],
    ['nested quotes', '> '],
    ['open brackets', '['],
    ['open images', '!['],
    ['open emphasis', '**a *'],
    ['backticks', '`a``'],
    ['tables', '|a|b|\n'],
    ['open tags', '<a '],
    ['entities', '&amp;'],
    ['combining marks', '\u0301'],
    ['families', '👩‍👩‍👧‍👦'],
    ['halves of characters', '\ud83d'],
    ['control characters', '\0\u202e\u200b\ufeff'],
    ['Chinese', '我们在市场上出售服务'],
    ['Thai', 'ภาษาไทยเป็นภาษาที่มีระดับเสียง'],
    ['Khmer', 'ភាសាខ្មែរ'],
  ])('returns a result when the text is full of %s', { timeout: 30_000 }, async (_, piece) => {
    const text = full(piece);
    for (const format of ['plain', 'markdown']) {
      // In development the kit checks the result against the output schema.
      const { status, body } = await callService(service, { text, format, maxKeywords: 50 });
      expect([format, status, body]).toEqual([format, 200, expect.anything()]);
    }
  });
});
