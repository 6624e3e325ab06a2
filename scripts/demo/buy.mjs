// The buyer of the demonstration: what is ordered, and what is shown of each order.
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { DemoError } from './report.mjs';

const LABEL = { name: 24, what: 30 };

/** Activates a listing and waits for the order. Throws `DemoError` when it fails. */
async function buy(client, slug, input, signal) {
  const { id } = await client.activate(slug, input, { wait: '30s', signal });
  const order = await client.orders.wait(id, { timeout: '60s', signal });
  if (order.orderState === 'completed') return order;
  throw new DemoError(`The order of ${slug} failed: ${order.errorMessage}`);
}

const lineOf = (slug, what, { durationMs }) =>
  `${`buyer → ${slug}`.padEnd(LABEL.name)}${what.padEnd(LABEL.what)}completed in ${durationMs} ms`;

const count = (number) => number.toLocaleString('en-US');

/** Buys insights into a Markdown file. */
export async function buyInsights(client, slug, file, signal) {
  const text = await readFile(file, 'utf8');
  const order = await buy(client, slug, { text, format: 'markdown' }, signal);
  const { words, sentences, readingEase, keywords } = order.result;
  const named = keywords.slice(0, 3).map(({ keyword }) => keyword);
  const size = `${(Buffer.byteLength(text) / 1000).toFixed(1)} kB`;
  return `${lineOf(slug, `${basename(file)}, ${size}`, order)}
        ${count(words)} words · ${count(sentences)} sentences · reading ease ${readingEase} · keywords: ${named.join(', ')}`;
}

/** Buys a QR code of a URL, and writes it to a file. */
export async function buyQrCode(client, slug, { url, file, shownAs }, signal) {
  const order = await buy(client, slug, { text: url }, signal);
  await writeFile(file, order.result.svg);
  return `${lineOf(slug, url, order)}
        wrote ${shownAs}`;
}
