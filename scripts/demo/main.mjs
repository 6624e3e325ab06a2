// The marketplace at work, in one process: two sellers are published, and a buyer calls both. Runs on
// the workspace's own Node, over the built packages; started by scripts/start.mjs.
import { join, relative } from 'node:path';
import { createClient } from '@mkt/client';
import { openMarketplace, readConfig, readEnvironment } from '@mkt/marketplace';
import { ROOT } from '../install.mjs';
import { buyInsights, buyQrCode } from './buy.mjs';
import { readOptions } from './options.mjs';
import { done, failed, logged, result } from './report.mjs';
import { openSellers } from './sellers.mjs';

const INTERRUPTED = 130;
/** One Ctrl-C arrives twice: from the terminal, and from npm, which passes it on. */
const SAME_SIGNAL_MS = 1_000;
const URL_TO_ENCODE = 'https://example.com';

const { once, data, ports } = readOptions(process.argv.slice(2), ROOT);

const log = {
  info() {},
  warn: (fields, message) => logged('warn', fields, message),
  error: (fields, message) => logged('error', fields, message),
};

/** The path of a file in the data folder, as typed in a shell. */
function typed(name) {
  const file = join(data, name);
  const fromRoot = relative(ROOT, file);
  const path = fromRoot.startsWith('..') ? file : fromRoot;
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

async function openMarket(servers) {
  const config = readConfig({ dev: true, port: ports.port, data }, readEnvironment({}), undefined);
  const market = servers.adopt(await openMarketplace({ config, log }), (each) => each.close());
  done('marketplace', `${market.url}   SQLite ${typed('market.db')}   dev mode`);
  return market;
}

/** Opens everything and buys a call from each seller. */
async function demonstrate(servers, signal) {
  const { url: baseUrl, devApiKey, dashboardUrl } = await openMarket(servers);
  signal.throwIfAborted();
  const client = createClient({ baseUrl, apiKey: devApiKey });
  const file = join(data, 'demo.json');
  const sellers = await openSellers({ client, ports, file, servers, signal });
  for (const { name, url, provider } of sellers) {
    const passed = provider.reviewChecks.filter(({ outcome }) => outcome === 'passed').length;
    done(name, `${url}   published   ${passed} checks passed`);
  }

  const [insights, qrCode] = sellers.map(({ provider }) => provider.slug);
  result(`\n${await buyInsights(client, insights, join(ROOT, 'README.md'), signal)}`);
  const code = {
    url: URL_TO_ENCODE,
    file: join(data, 'qr-code.svg'),
    shownAs: typed('qr-code.svg'),
  };
  result(await buyQrCode(client, qrCode, code, signal));
  return { baseUrl, dashboardUrl, insights };
}

/** In the folder that has the data, `mkt` finds the address and the key itself. */
const connecting = (baseUrl) =>
  data === join(ROOT, '.mkt')
    ? ''
    : `  export MKT_BASE_URL=${baseUrl} MKT_API_KEY=$(cat ${typed('dev-key')})\n`;

const showNextSteps = ({ baseUrl, dashboardUrl, insights }) =>
  result(`
The dashboard, signed in (once, within 5 minutes):
  ${dashboardUrl}
Or in a terminal:
${connecting(baseUrl)}  npx mkt search
  npx mkt run ${insights} --input '{"text":"Hello there."}'
Press Ctrl-C to stop. The data stays in ${typed('')}.`);

/** Aborts at the first signal, or when npm start is gone; a later signal ends the process immediately. */
function abortAtEnd() {
  const ending = new AbortController();
  let abortedAt;
  const end = () => {
    abortedAt ??= performance.now();
    ending.abort();
    if (performance.now() - abortedAt > SAME_SIGNAL_MS) process.exit(INTERRUPTED);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  process.once('disconnect', end);
  // The channel alone must not keep the process alive.
  process.channel?.unref();
  return ending.signal;
}

async function main() {
  const ending = abortAtEnd();
  const aborted = new Promise((settle) => ending.addEventListener('abort', settle));
  const servers = new AsyncDisposableStack();
  try {
    const shown = await demonstrate(servers, ending);
    if (once) return 0;
    showNextSteps(shown);
    await aborted;
    return 0;
  } catch (error) {
    if (ending.aborted) return INTERRUPTED;
    failed(error);
    return 1;
  } finally {
    await servers.disposeAsync();
  }
}

process.exitCode = await main();
