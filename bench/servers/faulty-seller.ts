// A seller whose calls go wrong in the way that their path names; the review sees nothing of it.
import type { ServerResponse } from 'node:http';
import { RESULT } from '../sample-call.ts';
import { listen } from './listen.ts';
import { answerJson, readBytes } from './plain-http.ts';

const DRIP_MS = 200;
const text = JSON.stringify(RESULT);

/** A byte now and then, for as long as somebody listens. */
function drip(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => res.write(' '), DRIP_MS);
  res.on('close', () => clearInterval(timer));
}

const BEHAVIOURS: Readonly<Record<string, (res: ServerResponse) => void>> = {
  '/slow': () => undefined,
  '/dripping': drip,
  '/dead': (res) => res.destroy(),
  '/hostile': (res) => answerJson(res, 200, text),
  '/quick': (res) => answerJson(res, 200, text),
};

listen((req, res) => {
  if (req.method !== 'POST') answerJson(res, 200, '');
  else readBytes(req, () => BEHAVIOURS[req.url ?? '']?.(res));
});
