import { work } from './work.ts';
// #region node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { VerificationError } from '@mkt/seller-kit';
import { verifyNodeRequest } from '@mkt/seller-kit/node';

export const server = createServer((request, response) => void handle(request, response));

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    // Reads the body itself, up to 1 MiB.
    const { orderId, bodyText } = await verifyNodeRequest(request);
    send(response, 200, work(JSON.parse(bodyText), orderId));
  } catch (error) {
    if (error instanceof VerificationError) send(response, error.status, { error: error.message });
    else send(response, 500, { error: 'The service failed' });
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
// #endregion
