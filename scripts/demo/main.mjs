// The marketplace at work: two sellers are published, and a buyer calls both. Runs on the
// workspace's own Node, after the build; started by scripts/start.mjs.
import { join, relative } from 'node:path';
import { createClient } from '@mkt/client';
import { ROOT } from '../install.mjs';
import { buyInsights, buyQrCode } from './buy.mjs';
import { createFleet } from './fleet.mjs';
import { readObject, writeWhole } from './kept-file.mjs';
import { readOptions } from './options.mjs';
import { publishSeller } from './publish-seller.mjs';
import { dim, done, failed, result } from './report.mjs';
import { startMarketplace } from './servers.mjs';

const INTERRUPTED = 130;
const SELLERS = ['text-insights', 'qr-code'];
const URL_TO_ENCODE = 'https://example.com';

const { once, data, ports } = readOptions(process.argv.slice(2), ROOT);
const fleet = createFleet();
let isUp = false;

/** A file of the data folder, as one would type it in a shell. */
function typed(name) {
  const file = join(data, name);
  const fromHere = relative(ROOT, file);
  const path = fromHere.startsWith('..') ? file : fromHere;
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

async function demonstrate() {
  const { baseUrl, devApiKey } = await startMarketplace(fleet, { data, port: ports.port });
  done('marketplace', `${baseUrl}   SQLite ${typed('market.db')}   dev mode`);

  const client = createClient({ baseUrl, apiKey: devApiKey });
  const slugs = await publishSellers(client);

  const [insights, qrCode] = slugs;
  result(`\n${await buyInsights(client, insights, join(ROOT, 'README.md'))}`);
  const file = join(data, 'qr-code.svg');
  const shownAs = typed('qr-code.svg');
  result(await buyQrCode(client, qrCode, { url: URL_TO_ENCODE, file, shownAs }));
  if (once) return;

  result(`
Open ${baseUrl}, or try it yourself:
  export MKT_BASE_URL=${baseUrl} MKT_API_KEY=$(cat ${typed('dev-key')})
  npx mkt search
  npx mkt run ${insights} --input '{"text":"Hello there."}'
Ctrl-C stops everything; the data stays in ${typed('')}.`);
}

/** Both at the same time; answers their slugs. */
async function publishSellers(client) {
  // So that each start updates the listings of the one before, whatever their ports were.
  const file = join(data, 'demo.json');
  const known = await readObject(file);
  const published = await Promise.all(
    SELLERS.map((name) =>
      publishSeller({ client, fleet, name, port: ports[`${name}-port`], known: known[name] }),
    ),
  );
  const ids = published.map(({ name, provider }) => [name, provider.id]);
  await writeWhole(file, `${JSON.stringify(Object.fromEntries(ids))}\n`);
  for (const { name, url, provider } of published) {
    const passed = provider.reviewChecks.filter(({ outcome }) => outcome === 'passed').length;
    done(name, `${url}   published   ${passed} checks passed`);
  }
  return published.map(({ provider }) => provider.slug);
}

/** What the servers say from now on stands on the screen, with their names. */
function showOutput() {
  for (const server of fleet.members) {
    server.onLine((line) => process.stderr.write(`${dim(`${server.name} │`)} ${line}\n`));
  }
}

async function stayUp() {
  isUp = true;
  showOutput();
  await fleet.brokeDown;
}

let ending;

/** Stops the servers, once, and ends. */
function end(code) {
  ending ??= fleet.stopAll().then(() => process.exit(code));
  return ending;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => void end(isUp ? 0 : INTERRUPTED));
}

try {
  await Promise.race([demonstrate(), fleet.brokeDown]);
  if (!once) await stayUp();
  await end(0);
} catch (error) {
  // What was under way when the servers were stopped fails too, and is no news.
  if (!ending) failed(error);
  await end(1);
}
