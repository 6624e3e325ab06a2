import { createHmac } from 'node:crypto';
import { verifyWebhook, WebhookVerificationError } from '@mkt/client/verify-webhook';
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

  it('rejects another body, secret, id or time, and missing headers', async () => {
    const headers = headersFor(BODY);
    const rejected = (...given: Parameters<typeof verifyWebhook>) =>
      expect(verifyWebhook(...given)).rejects.toThrow(WebhookVerificationError);
    await rejected(`${BODY} `, headers, SECRET, { now: NOW });
    await rejected(BODY, headers, OTHER, { now: NOW });
    await rejected(BODY, { ...headers, 'webhook-id': 'other' }, SECRET, { now: NOW });
    await rejected(BODY, headers, SECRET, { now: NOW + 301_000 });
    await rejected(BODY, headers, SECRET, { now: NOW - 301_000 });
    await rejected(BODY, {}, SECRET, { now: NOW });
    await expect(verifyWebhook(BODY, headers, 'secret')).rejects.toThrow(/starts with whsec_/);
  });
});
