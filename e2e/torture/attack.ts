// Attacks on the server: endless chunks from sellers and buyers, and one account that uses up all its
// limits.
import { setTimeout as pause } from 'node:timers/promises';
import { runMarketplace } from '../acceptance/run-marketplace.ts';
import { buyerChunks, sellerChunks } from './attack/chunk-attacks.ts';
import { startHostileSeller } from './attack/start-hostile-seller.ts';
import { worstAccount } from './attack/worst-account.ts';
import { createApiClient } from './api-client.ts';
import { startRecordingSeller } from './recording-seller.ts';
import { defineTorture, runAsProgram } from './torture-run.ts';

/** As many as in the attack that crashed the first version. */
const AT_ONCE = 44;
const CYCLES = 3;
const WORST_MINUTES = 0.5;
/** Lets a new server start its schema processes before it is measured. */
const SETTLES_MS = 3_000;

/** `requests` are concurrent; `minutes` is the duration of the account's attack. */
export const attack = defineTorture(
  {
    name: 'attack',
    kinds: [
      'memory',
      'slow health',
      'slow orders',
      'slow reviews',
      'others failed',
      'wrong outcomes',
    ],
    checks: ['refused bodies', 'hostile sellers called', 'orders of others'],
  },
  async (run) => {
    const { report, folder } = run;
    const { requests: atOnce = AT_ONCE, cycles = CYCLES, minutes = WORST_MINUTES } = run.options;
    const hostileSeller = await startHostileSeller();
    run.defer(hostileSeller.close);
    const honestSeller = await startRecordingSeller();
    run.defer(honestSeller.close);
    const { pid, ready } = run.startServer();
    const { baseUrl, devApiKey = '' } = await ready;
    await pause(SETTLES_MS);
    const api = createApiClient(baseUrl, devApiKey);
    run.defer(api.close);
    const hostileUrl = hostileSeller.url;
    const figures: string[] = [];
    const progress = (figure: string) => {
      report.progress(figure);
      figures.push(figure);
    };

    const server = { pid, baseUrl, devApiKey };
    const scene = { report, server, api, hostileUrl, atOnce, cycles };
    for (const kind of ['extensions', 'bytes', 'hints']) progress(await sellerChunks(scene, kind));
    for (const kind of ['extensions', 'bytes']) progress(await buyerChunks(scene, kind));

    const account = ['keys', 'create', '--data', folder.dataDir, '--email', 'other@example.com'];
    const { stdout } = await runMarketplace([...account, '--scopes', '*', '--json']);
    const honest = createApiClient(baseUrl, JSON.parse(stdout).key);
    run.defer(honest.close);
    const worst = { report, server, hostile: api, honest, hostileUrl };
    progress(await worstAccount({ ...worst, honestUrl: honestSeller.url, seconds: minutes * 60 }));
    return { done: `${atOnce} at once`, figures: figures.join('; ') };
  },
);

await runAsProgram(import.meta.url, attack);
