import { createHmac } from 'node:crypto';
import { signWebhook, verifyWebhook, WebhookVerificationError } from '@mkt/client/verify-webhook';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const ID = '01993b41-3210-7a6f-8b52-7c1d9e4f0a26';
const BODY = '{"type":"order.settled","timestamp":"2026-09-12T09:00:00.123Z","data":{"id":"ø"}}';
const NOW = Date.parse('2026-09-12T09:00:05Z');

const headersFor = (body: string, atMs = NOW) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(Math.floor(atMs / 1000)),
  'webhook-signature': new Webhook(SECRET).sign(ID, new Date(atMs), body),
});

describe('verifyWebhook', () => {
  it('returns the message of a request signed as Standard Webhooks prescribes', async () => {
    const headers = headersFor(BODY);
    const given = [headers, new Headers(headers)];
    for (const each of given) {
      const message = await verifyWebhook(BODY, each, SECRET, { now: NOW });
      expect(message).toEqual(JSON.parse(BODY));
    }
    const bytes = new TextEncoder().encode(BODY);
    await expect(
      verifyWebhook(bytes, headers, [OTHER, SECRET], { now: NOW }),
    ).resolves.toBeTruthy();
  });

  it('returns a challenge, whose text a receiver returns', async () => {
    const body = '{"type":"webhook.challenge","timestamp":"","challenge":"a-b_c","data":{}}';
    const message = await verifyWebhook(body, headersFor(body), SECRET, { now: NOW });
    const response =
      message.type === 'webhook.challenge' ? new Response(message.challenge) : undefined;
    expect(await response?.text()).toBe('a-b_c');
  });

  it('accepts one good signature of two, as during a rotation', async () => {
    const headers = headersFor(BODY);
    const mac = createHmac('sha256', 'other').update('x').digest('base64');
    headers['webhook-signature'] = `v1,${mac} ${headers['webhook-signature']}`;
    await expect(verifyWebhook(BODY, headers, SECRET, { now: NOW })).resolves.toBeTruthy();
  });

  it('rejects another body, secret, id or time', async () => {
    const headers = headersFor(BODY);
    const problemOf = (...given: Parameters<typeof verifyWebhook>) =>
      verifyWebhook(...given).then(
        () => 'none',
        (error: unknown) => (error as WebhookVerificationError).problem,
      );
    expect(await problemOf(`${BODY} `, headers, SECRET, { now: NOW })).toBe('signature');
    expect(await problemOf(BODY, headers, OTHER, { now: NOW })).toBe('signature');
    const other = { ...headers, 'webhook-id': 'other' };
    expect(await problemOf(BODY, other, SECRET, { now: NOW })).toBe('signature');
    expect(await problemOf(BODY, headers, SECRET, { now: NOW + 301_000 })).toBe('timestamp');
    expect(await problemOf(BODY, headers, SECRET, { now: NOW - 301_000 })).toBe('timestamp');
    const patient = { now: new Date(NOW + 301_000), toleranceSeconds: 400 };
    expect(await problemOf(BODY, headers, SECRET, patient)).toBe('none');
  });

  it('takes headers whose names are in any case, and a body of bytes', async () => {
    const named = Object.entries(headersFor(BODY)).map(
      ([name, value]) => [name.replace('webhook', 'Webhook'), value] as const,
    );
    const { buffer } = new TextEncoder().encode(BODY);
    const options = { now: NOW };
    expect(await verifyWebhook(buffer, Object.fromEntries(named), SECRET, options)).toBeTruthy();
  });
});

describe('a mistake in the use of verifyWebhook', () => {
  const GOOD = headersFor(BODY);
  const { 'webhook-signature': _, ...unsigned } = GOOD;
  const app = { get: () => undefined };

  it.each<[string, unknown[], string, RegExp]>([
    [
      'a body that was parsed',
      [JSON.parse(BODY), GOOD, SECRET],
      'body',
      /parsed already.*express\.raw/,
    ],
    ['no body', [undefined, GOOD, SECRET], 'body', /but it is undefined/],
    ['a body that is a promise', [Promise.resolve(BODY), GOOD, SECRET], 'body', /pass the text/],
    ['a request', [new Request('http://a.test'), GOOD, SECRET], 'body', /pass the text/],
    ['no secret', [BODY, GOOD, undefined], 'secret', /is undefined\. Is its variable set\?/],
    ['an empty secret', [BODY, GOOD, ''], 'secret', /is empty\. Is its variable set\?/],
    ['no secrets', [BODY, GOOD, []], 'secret', /The list of secrets is empty/],
    ['one secret of two missing', [BODY, GOOD, [SECRET, undefined]], 'secret', /is undefined/],
    ['a secret without whsec_', [BODY, GOOD, SECRET.slice(6)], 'secret', /begin with whsec_/],
    ['half a secret', [BODY, GOOD, SECRET.slice(0, 20)], 'secret', /malformed: copy all of it/],
    ['an API key', [BODY, GOOD, 'mkt_x'], 'secret', /is an API key/],
    ['no headers', [BODY, undefined, SECRET], 'headers', /are undefined: pass request\.headers/],
    [
      'other headers',
      [BODY, {}, SECRET],
      'headers',
      /exactly one webhook-id, webhook-timestamp, we/,
    ],
    ['what is not headers', [BODY, app, SECRET], 'headers', /exactly one webhook-id/],
    [
      'a missing header',
      [BODY, unsigned, SECRET],
      'headers',
      /exactly one webhook-signature header/,
    ],
    [
      'a header that is there twice',
      [BODY, { ...GOOD, 'webhook-id': ['a', 'b'] }, SECRET],
      'headers',
      /exactly one webhook-id header/,
    ],
    [
      'a timestamp that is none',
      [BODY, { ...GOOD, 'webhook-timestamp': 'now' }, SECRET],
      'headers',
      /malformed/,
    ],
    [
      'the secret of something else',
      [BODY, GOOD, OTHER],
      'signature',
      /signing secret of a listing/,
    ],
    [
      'a clock that is late',
      [BODY, headersFor(BODY, NOW + 600_000), SECRET],
      'timestamp',
      /600 s in the future, more than the 300 s of toleranceSeconds/,
    ],
    ['an old request', [BODY, headersFor(BODY, NOW - 600_000), SECRET], 'timestamp', /600 s old/],
    ['a time that is none', [BODY, GOOD, SECRET, { now: Number.NaN }], 'options', /now must be/],
    [
      'a tolerance that is none',
      [BODY, GOOD, SECRET, { now: NOW, toleranceSeconds: Number.NaN }],
      'options',
      /toleranceSeconds a number/,
    ],
    [
      'an unknown option',
      [BODY, GOOD, SECRET, { tolerance: 1 }],
      'options',
      /Unknown option "tolerance"/,
    ],
    [
      'a body that is no message',
      ['[]', headersFor('[]'), SECRET],
      'message',
      /not a webhook message/,
    ],
    ['a body that is no JSON', ['{', headersFor('{'), SECRET], 'message', /not a webhook message/],
  ])('%s has a sentence of its own', async (_title, given, problem, sentence) => {
    const [body, headers, secret, options] = given as Parameters<typeof verifyWebhook>;
    const call = verifyWebhook(body, headers, secret, options ?? { now: NOW });
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toMatchObject({ problem, type: 'webhook_not_verified' });
    expect(String(error)).toMatch(sentence);
    expect(String(error)).not.toContain(SECRET.slice(6, 30));
  });
});

describe('signWebhook', () => {
  it('signs as the marketplace and Standard Webhooks do', async () => {
    const { body, headers } = await signWebhook(BODY, SECRET, { id: ID, now: NOW });
    expect(body).toBe(BODY);
    expect(headers).toEqual({ ...headersFor(BODY), 'content-type': 'application/json' });
  });

  it('signs a message with several secrets, each of which verifies it', async () => {
    const message = { type: 'webhook.test', timestamp: '', data: { webhookId: ID } } as const;
    const { body, headers } = await signWebhook(message, [SECRET, OTHER]);
    for (const secret of [SECRET, OTHER]) {
      expect(await verifyWebhook(body, headers, secret)).toEqual(message);
    }
    const again = await signWebhook(message, SECRET);
    expect(again.headers['webhook-id']).not.toBe(headers['webhook-id']);
  });

  it('refuses a secret as verifyWebhook does', async () => {
    await expect(signWebhook(BODY, '')).rejects.toBeInstanceOf(WebhookVerificationError);
  });
});
