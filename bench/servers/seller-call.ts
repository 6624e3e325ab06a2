import { createHmac, createSecretKey } from 'node:crypto';
import { Pool } from 'undici';
import { SIGNING_SECRET } from '../sample-call.ts';

const key = createSecretKey(Buffer.from(SIGNING_SECRET.slice('whsec_'.length), 'base64'));

/** The address of the seller, from the environment. */
export const SELLER_URL = process.env['SELLER_URL'] ?? '';

export const pool = new Pool(SELLER_URL, { connections: 256, pipelining: 1 });

/** The headers of a signed call, as few as possible. */
export function signedHeaders(orderId: string, body: Buffer): Record<string, string> {
  const payload = `${orderId}.${Math.floor(Date.now() / 1000)}`;
  const mac = createHmac('sha256', key).update(`${payload}.`).update(body).digest('base64');
  return {
    'content-type': 'application/json',
    'x-mkt-payload': payload,
    'x-mkt-signature': `v1,${mac}`,
  };
}

/** Makes the signed call of an order. Returns the response as JSON text; rejects if it is not JSON. */
export async function callSeller(orderId: string, body: Buffer): Promise<string> {
  const response = await pool.request({
    method: 'POST',
    path: '/run',
    body,
    headers: signedHeaders(orderId, body),
  });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`The seller returned ${response.statusCode}.`);
  JSON.parse(text);
  return text;
}
