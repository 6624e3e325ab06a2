// A seller that returns the same result to every call after DELAY_MS and reads nothing: the service
// behind every marketplace that is measured.
import { RESULT } from '../sample-call.ts';
import { listen } from './listen.ts';
import { sendJson, readBytes } from './plain-http.ts';

const delayMs = Number(process.env['DELAY_MS'] ?? 0);
const text = JSON.stringify(RESULT);

listen((req, res) => {
  if (req.method !== 'POST') {
    // The review checks that it is reachable; that response has no body.
    sendJson(res, 200, '');
    return;
  }
  readBytes(req, () => {
    if (delayMs === 0) sendJson(res, 200, text);
    else setTimeout(sendJson, delayMs, res, 200, text);
  });
});
