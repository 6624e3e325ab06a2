// The endpoints of webhooks: answers every delivery, and keeps how long after its order had settled it
// came. `GET /delays/<name>` returns those that `POST /hook/<name>` got, in milliseconds. A name ends in
// the time from which orders count, such as `m1-1764000000000`: older ones may still be delivered.
import { listen } from './listen.ts';
import { readBytes, sendJson } from './plain-http.ts';

interface Settled {
  createdAt: string;
  completedAt: string;
}

const delays = new Map<string, number[]>();

const nameOf = (url = '') => url.split('?')[0]?.split('/').at(-1) ?? '';

listen((req, res) => {
  const name = nameOf(req.url);
  if (req.method !== 'POST') {
    sendJson(res, 200, JSON.stringify(delays.get(name) ?? []));
    return;
  }
  const arrivedMs = Date.now();
  readBytes(req, (body) => {
    const message = JSON.parse(body.toString()) as { data: Settled; challenge?: string };
    const { data, challenge } = message;
    if (challenge !== undefined) return sendJson(res, 200, JSON.stringify(challenge));
    const all = delays.get(name) ?? [];
    delays.set(name, all);
    const isCounted = Date.parse(data.createdAt) >= Number(name.split('-')[1]);
    if (isCounted) all.push(arrivedMs - Date.parse(data.completedAt));
    sendJson(res, 200, '');
  });
});
