// Any number of mutated requests, against every endpoint.
import { createApiClient, type ApiClient } from './api-client.ts';
import { generateRequest } from './fuzz/generate-request.ts';
import { isRefusedAtLimits, checkResponse } from './fuzz/check-response.ts';
import { findCulprits } from './fuzz/find-culprit.ts';
import { createLane, sendAlone, type Address, type Outcome } from './fuzz/lane.ts';
import { printable, type FuzzRequest } from './fuzz/request.ts';
import type { FuzzResponse } from './fuzz/response.ts';
import type { Targets } from './fuzz/targets.ts';
import { expectStatus, publish, publishAll } from './listings.ts';
import { watchMemory } from './memory-watch.ts';
import type { Random } from './random.ts';
import { startRecordingSeller } from './recording-seller.ts';
import type { Report } from './report.ts';
import { defineTorture, runAsProgram } from './torture-run.ts';

const REQUESTS = 1_000_000;
const LANES = 32;
const BATCH = 8;
const TARGETS_KEPT = 200;
const PROGRESS_EVERY_MS = 15_000;

const cookieOf = (setCookie: string) => setCookie.split(';', 1)[0] ?? '';

interface Opened {
  api: ApiClient;
  apiKey: string | undefined;
  sellerUrl: string;
  origin: string;
}

async function openTargets({ api, apiKey, sellerUrl, origin }: Opened): Promise<Targets> {
  const token = JSON.stringify({ token: apiKey });
  const signedIn = await api.request('POST', '/auth/dev', token, { origin });
  expectStatus(signedIn, 200);
  const published = await publishAll(api, sellerUrl);
  const key = JSON.stringify({ name: 'One of many', scopes: ['order:read'] });
  const order = JSON.stringify({ listingId: published[0] });
  return {
    sellerUrl,
    published,
    expendable: [await publish(api, sellerUrl, 'plain')],
    orders: [expectStatus(await api.request('POST', '/v1/orders', order), 201).id],
    apiKeys: [expectStatus(await api.request('POST', '/v1/api-keys', key), 201).id],
    sellers: [expectStatus(await api.request('GET', '/v1/profile'), 200).sellerId],
    cursors: ['none'],
    origin,
    cookies: [cookieOf(signedIn.headers['set-cookie']?.[0] ?? '')],
    deviceCodes: ['none'],
    userCodes: ['BCDF-GHJK'],
  };
}

/** Records that a response created become targets of later requests. */
function harvest(
  targets: Targets,
  random: Random,
  { operation }: FuzzRequest,
  { headers, body }: FuzzResponse,
): void {
  const text = body.toString('utf8', 0, 100_000);
  const keep = (list: string[], id: unknown) => {
    if (typeof id !== 'string') return;
    if (list.length < TARGETS_KEPT) list.push(id);
    else list[random.int(0, list.length - 1)] = id;
  };
  const member = (name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1];
  if (operation === 'createOrder') keep(targets.orders, member('id'));
  if (operation === 'createProvider') keep(targets.expendable, member('id'));
  if (operation === 'createApiKey') keep(targets.apiKeys, member('id'));
  if (operation === 'startDeviceLogin') {
    keep(targets.deviceCodes, member('device_code'));
    keep(targets.userCodes, member('user_code'));
  }
  const setCookie = headers.get('set-cookie');
  if (setCookie && !setCookie.includes('Max-Age=0')) keep(targets.cookies, cookieOf(setCookie));
  if (operation.startsWith('list') || operation.startsWith('search')) {
    keep(targets.cursors, member('nextCursor'));
  }
}

async function checkHealth(report: Report, api: ApiClient, listingId: string): Promise<void> {
  const body = JSON.stringify({ listingId, requestBody: {} });
  const response = await api.request('POST', '/v1/orders', body, { prefer: 'wait=30' });
  if (response.body?.orderState !== 'completed') report.violation('unwell', response.text);
  api.close();
}

/** Sends all requests and checks each response; the server must stay healthy. */
export const fuzz = defineTorture(
  {
    name: 'fuzz',
    checks: ['responses', 'responses that accepted the request', 'responses that refused it'],
    kinds: ['5xx responses', 'crashes', 'misshapen errors', 'leaks', 'hung', 'cut off', 'memory'],
  },
  async (run) => {
    const { report, random } = run;
    const { requests = REQUESTS } = run.options;
    const seller = await startRecordingSeller();
    run.defer(seller.close);
    const server = run.startServer();
    const { baseUrl, devApiKey = '' } = await server.ready;
    const { hostname: host, port } = new URL(baseUrl);
    const address: Address = { host, port: Number(port) };
    const api = createApiClient(baseUrl, devApiKey);
    const targets = await openTargets({
      api,
      apiKey: devApiKey,
      sellerUrl: seller.url,
      origin: baseUrl,
    });

    /** Aborted once the server has ended, for whatever reason. */
    const ended = new AbortController();
    void server.ended.then(() => ended.abort());
    const flying = new Set<FuzzRequest>();
    let number = 0;
    let refusedAtLimits = 0;
    let unanswered = 0;
    const statuses = new Map<number, number>();
    const memory = watchMemory(server.pid);
    run.defer(memory.stop);

    function take(request: FuzzRequest, outcome: Outcome): void {
      if (ended.signal.aborted) return;
      flying.delete(request);
      if (typeof outcome === 'string') {
        report.violation(outcome, printable(request));
        return;
      }
      const { status } = outcome;
      report.checked('responses');
      report.checked(
        status < 400 ? 'responses that accepted the request' : 'responses that refused it',
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (isRefusedAtLimits(outcome)) refusedAtLimits += 1;
      if (status === 200 || status === 201) {
        harvest(targets, random, request, outcome);
      }
      const finding = checkResponse(request, outcome, devApiKey);
      if (finding) report.violation(finding.kind, `${finding.evidence} of ${printable(request)}`);
    }

    async function takeAlone(request: FuzzRequest): Promise<void> {
      const outcome = await sendAlone(address, request).catch(
        (error: unknown) => `${String(error)} of ${printable(request)}`,
      );
      if (outcome === 'hung') return take(request, 'hung');
      if (outcome.length === 0) unanswered += 1;
      if (typeof outcome === 'string') report.violation('no HTTP', outcome);
      else for (const response of outcome) take(request, response);
      if (!ended.signal.aborted) flying.delete(request);
    }

    async function fly(): Promise<void> {
      const lane = createLane(address);
      while (number < requests && !ended.signal.aborted) {
        const framed: FuzzRequest[] = [];
        const alone: FuzzRequest[] = [];
        while (framed.length + alone.length < BATCH && number < requests) {
          number += 1;
          const request = generateRequest(targets, random, number, devApiKey);
          flying.add(request);
          (request.alone ? alone : framed).push(request);
        }
        const [outcomes] = await Promise.all([lane.send(framed), ...alone.map(takeAlone)]);
        for (const [index, outcome] of outcomes.entries()) take(framed[index]!, outcome);
      }
      lane.close();
    }

    const startedAt = performance.now();
    const perSecond = () => Math.round((number * 1_000) / (performance.now() - startedAt));
    const progress = setInterval(() => {
      const { rssMib = 0, descriptors } = memory.last() ?? {};
      report.progress(
        `${number} requests, ${perSecond()}/s, ${rssMib.toFixed(0)} MiB, ${descriptors} descriptors, ${report.found()} findings`,
      );
    }, PROGRESS_EVERY_MS);
    run.defer(() => clearInterval(progress));
    await Promise.all(Array.from({ length: LANES }, fly));
    const figures = [
      memory.close(report),
      `${refusedAtLimits} refused at limits`,
      `${unanswered} closed without a response`,
    ];
    report.progress(
      `responses by status: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
    );

    if (ended.signal.aborted) {
      const { code, signal } = await server.ended;
      const culprits = await findCulprits(flying, run.startServer);
      const culpritText =
        culprits.map((culprit) => printable(culprit)).join('\n') || 'none of them alone';
      report.violation(
        'crashes',
        `exit ${code ?? signal}, with ${flying.size} requests in flight: ${culpritText}`,
      );
    } else {
      await checkHealth(report, api, targets.published[0]);
      const { code, signal } = await server.end('SIGTERM');
      if (code !== 0) report.violation('unclean stops', `exit ${code ?? signal}`);
    }
    return { done: `${number} requests`, figures: [...figures, `${perSecond()}/s`].join(', ') };
  },
);

await runAsProgram(import.meta.url, fuzz);
