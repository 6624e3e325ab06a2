import { content } from './openapi-responses.ts';
import { SETTLED_MESSAGE } from './reference/webhook.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** What the marketplace sends to the URLs of webhooks. */
export const OPENAPI_WEBHOOKS = {
  'order.settled': {
    post: {
      operationId: 'orderSettled',
      summary: 'One of your orders has settled',
      description:
        'Sent to the URL of each active webhook whose filter the order meets, signed as Standard Webhooks prescribes. It is repeated until the response is 2xx, at most six times, and `webhook-id` is the same each time.',
      tags: ['Webhooks'],
      // Its signature says who sends it.
      security: [],
      parameters: [
        header('webhook-id', 'The same for every attempt to deliver this message.'),
        header('webhook-timestamp', 'The time of this attempt, in Unix seconds.'),
        header('webhook-signature', '`v1,` and the signature in base64, one for each secret.'),
      ],
      requestBody: { required: true, content: content('OrderSettled', SETTLED_MESSAGE) },
      responses: { '2XX': { description: 'Received. The body is ignored.' } },
    },
  },
} as const;
