import { work } from './work.ts';
// #region next
// app/run/route.ts
import { verifyRequest, VerificationError } from '@mkt/seller-kit';

export async function POST(request: Request): Promise<Response> {
  try {
    const { orderId, bodyText } = await verifyRequest(request);
    return Response.json(work(JSON.parse(bodyText), orderId));
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return Response.json({ error: error.message }, { status: error.status });
  }
}
// #endregion
