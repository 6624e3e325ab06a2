// A seller whose calls fail in the way that their path names; the review finds nothing wrong.
import type { ServerResponse } from 'node:http';
import { RESULT } from '../sample-call.ts';
import { listen } from './listen.ts';
import { sendJson, readBytes } from './plain-http.ts';

const DRIP_MS = 200;
const text = JSON.stringify(RESULT);

/** Sends a byte now and then, until the caller disconnects. */
function drip(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => res.write(' '), DRIP_MS);
  res.on('close', () => clearInterval(timer));
}

const BEHAVIOURS: Readonly<Record<string, (res: ServerResponse) => void>> = {
  '/slow': () => undefined,
  '/dripping': drip,
  '/dead': (res) => res.destroy(),
  '/hostile': (res) => sendJson(res, 200, text),
  '/quick': (res) => sendJson(res, 200, text),
};

listen((req, res) => {
  if (req.method !== 'POST') sendJson(res, 200, '');
  else readBytes(req, () => BEHAVIOURS[req.url ?? '']?.(res));
});
