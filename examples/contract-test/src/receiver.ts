import { verifyWebhook, WebhookVerificationError } from '@mkt/client/verify-webhook';

export interface Receiver {
  secret: string;
  /** The present time; a test may have its own. */
  now?: () => number;
  onSettled: (orderId: string, orderState: string) => void;
}

/** A webhook's server: verifies a request, agrees to a challenge, and acts on orders that have settled. */
export async function receive(request: Request, receiver: Receiver): Promise<Response> {
  const body = await request.text();
  try {
    const options = { now: receiver.now?.() };
    const message = await verifyWebhook(body, request.headers, receiver.secret, options);
    if (message.type === 'webhook.challenge') return new Response(message.challenge);
    if (message.type === 'order.settled')
      receiver.onSettled(message.data.id, message.data.orderState);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(error.message, { status: 400 });
  }
}
