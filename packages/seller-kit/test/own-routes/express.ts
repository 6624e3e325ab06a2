import { work } from './work.ts';
// #region express
import { verifyRequest, VerificationError } from '@mkt/seller-kit';
import express, { type ErrorRequestHandler } from 'express';

export const app = express();

// express.raw() keeps the body as bytes. Mount express.json() on other routes only.
app.post('/run', express.raw({ type: '*/*', limit: '1mb' }), async (request, response) => {
  const { orderId, bodyText } = await verifyRequest(request);
  response.json(work(JSON.parse(bodyText), orderId));
});

const refuse: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof VerificationError)) return next(error);
  response.status(error.status).json({ error: error.message });
};
app.use(refuse);
// #endregion
