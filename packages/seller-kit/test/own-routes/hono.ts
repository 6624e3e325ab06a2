import { work } from './work.ts';
// #region hono
import { verifyRequest, VerificationError } from '@mkt/seller-kit';
import { Hono } from 'hono';

export const app = new Hono<{ Bindings: { MKT_SIGNING_SECRET?: string } }>();

app.post('/run', async (c) => {
  // On Workers the secret is in c.env; elsewhere leave the option out.
  const signingSecret = c.env?.MKT_SIGNING_SECRET;
  const { orderId, bodyText } = await verifyRequest(c.req.raw, { signingSecret });
  return c.json(work(JSON.parse(bodyText), orderId));
});

app.onError((error, c) => {
  if (!(error instanceof VerificationError)) throw error;
  return c.json({ error: error.message }, error.status);
});
// #endregion
