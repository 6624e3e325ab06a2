// A client in its own process, so that a test can measure its memory. Prints the outcome of one read.
import { createClient } from '@mkt/client';

const [, , baseUrl = '', timeoutMs = '1000'] = process.argv;
const client = createClient({ baseUrl, apiKey: null, retries: 0, timeout: Number(timeoutMs) });

const before = process.memoryUsage.rss();
let peak = before;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
const startedAt = performance.now();
const error = await client.me().then(
  () => undefined,
  (thrown: Error & { type?: string }) => thrown,
);
clearInterval(watch);
const grownMib = (Math.max(peak, process.memoryUsage.rss()) - before) / 1024 / 1024;
console.log(
  JSON.stringify({
    name: error?.name,
    type: error?.type,
    message: error?.message,
    grownMib,
    tookMs: performance.now() - startedAt,
  }),
);
process.exit();
