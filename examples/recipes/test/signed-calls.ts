// Signed requests that a test can send to any number of processes, as often as it likes.
import { randomUUID } from 'node:crypto';
import { defineService } from '@mkt/seller-kit';
import { newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';

export const SECRET = newSigningSecret();

const signing = defineService({
  name: 'Text length',
  description: 'Signs requests.',
  price: { amountCents: 2 },
  signingSecret: SECRET,
  run: () => null,
});

export interface SignedCall {
  orderId: string;
  /** Sends the same bytes each time; returns the status, or `undefined` if the process did not respond. */
  sendTo(url: string): Promise<number | undefined>;
}

export async function signCall(secret = SECRET): Promise<SignedCall> {
  const orderId = randomUUID();
  const request = await signedRequest(signing, { text: 'Hello' }, { orderId, secret });
  const { method, headers } = request;
  const body = await request.text();
  return {
    orderId,
    async sendTo(url) {
      const response = await fetch(`${url}/run`, { method, headers, body }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      return response?.status;
    },
  };
}
