import { validate } from '@mkt/protocol/validate';
import { callService, newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';
import { describe, expect, it } from 'vitest';
import { maxCharacters, type Level, type RenderedCode } from '../src/render.ts';
import { qrCode } from '../src/service.ts';
import { readCode } from './read-code.ts';

const service = qrCode({
  baseUrl: 'https://qr.example.com',
  signingSecret: newSigningSecret(),
});

async function codeOf(input: object): Promise<RenderedCode> {
  const { status, body } = await callService(service, input);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as RenderedCode;
}

const contractOf = async () =>
  (await service.fetch(new Request('https://qr.example.com/contract'))).json();

describe('the contract', () => {
  it('is one that the marketplace accepts', async () => {
    const contract = await contractOf();
    expect(validate('SellerContract', contract)).toMatchObject({ ok: true });
    expect(contract.provider).toMatchObject({
      title: 'QR code',
      category: 'media',
      price: { currency: 'USD', amountCents: 1, unit: 'call' },
      runContract: { endpointPath: 'https://qr.example.com/run' },
    });
  });

  it('has the service’s own result as its example', async () => {
    const { requestExampleJson, responseExampleJson } = (await contractOf()).provider.runContract;
    expect(await codeOf(JSON.parse(requestExampleJson))).toEqual(JSON.parse(responseExampleJson));
  });
});

describe('a code', () => {
  it.each([
    ['a URL', 'https://example.com/a?b=c&d=%20#e'],
    ['digits', '0123456789'],
    ['capitals', 'HELLO WORLD $%*+-./:'],
    ['a wireless network', 'WIFI:T:WPA;S:Café;P:pass;;'],
    ['several lines', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada Lovelace\r\nEND:VCARD'],
    ['other scripts', 'Привет, мир! 你好，世界 שלום'],
    ['emoji', '👩‍👩‍👧‍👦🇩🇪'],
    ['markup', '<script>alert("1")</script>&amp;'],
    ['a NUL', 'a\0b'],
    ['one blank', ' '],
  ])('a code of %s reads as what was sent', async (_, text) => {
    expect(readCode((await codeOf({ text })).svg)).toBe(text);
  });

  it.each(['L', 'M', 'Q', 'H'] as const)(
    'holds the longest text of any script at level %s',
    async (level) => {
      const text = '😀'.repeat(maxCharacters(level));
      const { svg, version } = await codeOf({ text, errorCorrection: level });
      expect(version).toBe(40);
      expect(readCode(svg)).toBe(text);
      expect(new TextEncoder().encode(JSON.stringify(svg)).length).toBeLessThan(1024 * 1024);
    },
  );

  it('needs more modules the more of it may be lost', async () => {
    const sizes = await Promise.all(
      ['L', 'M', 'Q', 'H'].map(
        async (errorCorrection) =>
          (await codeOf({ text: 'x'.repeat(100), errorCorrection })).modules,
      ),
    );
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
    expect(new Set(sizes).size).toBe(4);
  });

  it('uses a higher level when that needs no more modules', async () => {
    const wanted = await codeOf({ text: 'hello', errorCorrection: 'L' });
    expect(wanted).toEqual(await codeOf({ text: 'hello', errorCorrection: 'H' }));
  });

  it('has the requested margin and colours', async () => {
    const { svg, modules, version } = await codeOf({
      text: 'hello',
      margin: 0,
      dark: '#00407F',
      light: 'transparent',
    });
    expect([version, modules]).toEqual([1, 21]);
    expect(svg).toContain('viewBox="0 0 210 210"');
    expect(svg).toContain('fill="#00407F"');
    expect(svg).toContain('fill="transparent"');
    expect(readCode(svg)).toBe('hello');
  });

  it('draws adjacent modules without gaps', async () => {
    expect((await codeOf({ text: 'a' })).svg).toMatch(/^<svg shape-rendering="crispEdges" /);
  });
});

describe('a call', () => {
  it('is refused when it is not signed', async () => {
    const request = await signedRequest(service, { text: 'a' });
    request.headers.delete('X-MKT-Payload');
    expect((await service.fetch(request)).status).toBe(401);
  });

  const tooLong = (level: Level) => ({
    text: 'a'.repeat(maxCharacters(level) + 1),
    errorCorrection: level,
  });

  it.each<[string, unknown]>([
    ['no text', {}],
    ['an empty text', { text: '' }],
    ['a text that is no string', { text: ['a'] }],
    ['half a character', { text: 'a\ud83d' }],
    ['an unknown level', { text: 'a', errorCorrection: 'X' }],
    ['an unknown field', { text: 'a', colour: '#000000' }],
    ['a negative margin', { text: 'a', margin: -1 }],
    ['half a margin', { text: 'a', margin: 0.5 }],
    ['a colour too light for the modules', { text: 'a', dark: '#ffffff' }],
    ['a ground too dark for the modules', { text: 'a', light: '#808080' }],
    ['markup for a colour', { text: 'a', dark: '#000000"/><script>' }],
    ['a line break after the colour', { text: 'a', dark: '#000000\n' }],
    ['a text too long for L', tooLong('L')],
    ['a text too long for M', tooLong('M')],
    ['a text too long for Q', tooLong('Q')],
    ['a text too long for H', tooLong('H')],
    [
      'a text too long for the level that is the default',
      { text: 'a'.repeat(maxCharacters('M') + 1) },
    ],
    ['nothing', null],
  ])('responds with 400 to %s', async (_, input) => {
    const { status, body } = await callService(service, input);
    expect([status, body]).toEqual([
      400,
      { error: expect.stringContaining('The input does not match the input schema') },
    ]);
  });
});
