// A seller that answers every call with the same result, after DELAY_MS, and looks at nothing: what
// stands behind every marketplace that is measured.
import { RESULT } from '../sample-call.ts';
import { listen } from './listen.ts';
import { answerJson, readBytes } from './plain-http.ts';

const delayMs = Number(process.env['DELAY_MS'] ?? 0);
const text = JSON.stringify(RESULT);

listen((req, res) => {
  if (req.method !== 'POST') {
    // The review asks whether it is there; that answer has no body.
    answerJson(res, 200, '');
    return;
  }
  readBytes(req, () => {
    if (delayMs === 0) answerJson(res, 200, text);
    else setTimeout(answerJson, delayMs, res, 200, text);
  });
});
