// Forwards to the seller and does nothing else: no key, no check, no signature, nothing stored.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from './listen.ts';
import { pool } from './seller-call.ts';

async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': req.headers['content-length'] ?? '0',
  };
  const response = await pool.request({ method: 'POST', path: '/run', body: req, headers });
  const length = Number(response.headers['content-length']);
  res.writeHead(response.statusCode, {
    'content-type': 'application/json',
    'content-length': length,
  });
  response.body.pipe(res);
}

listen((req, res) => {
  forward(req, res).catch(() => res.writeHead(502, { 'content-length': 0 }).end());
});
