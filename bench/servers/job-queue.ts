// The call as a job of pg-boss: sent, fetched at once without polling, called, completed with its result.
// Key and listing are known without a query, in the queue's favor.
import type { ServerResponse } from 'node:http';
import { Ajv } from 'ajv';
import { PgBoss } from 'pg-boss';
import { API_KEY, INPUT_SCHEMA } from '../sample-call.ts';
import { listen } from './listen.ts';
import { sendJson, readBytes } from './plain-http.ts';
import { callSeller } from './seller-call.ts';

const QUEUE = 'activation';
const BATCH = 64;
const FETCHES_AT_ONCE = 2;

interface Job {
  request: string;
}

const boss = new PgBoss({
  connectionString: process.env['POSTGRES_URL'] ?? '',
  max: 16,
  supervise: false,
  schedule: false,
});
boss.on('error', console.error);
await boss.start();
await boss.createQueue(QUEUE);
const isValid = new Ajv().compile(INPUT_SCHEMA);
const resolvers = new Map<string, (result: string) => void>();
let fetching = 0;
let again = false;

async function run(id: string, { request }: Job): Promise<void> {
  const result = await callSeller(id, Buffer.from(request));
  await boss.complete(QUEUE, id, JSON.parse(result));
  resolvers.get(id)?.(result);
  resolvers.delete(id);
}

async function fetchJobs(): Promise<void> {
  if (fetching >= FETCHES_AT_ONCE) {
    again = true;
    return;
  }
  fetching += 1;
  const jobs = await boss.fetch<Job>(QUEUE, { batchSize: BATCH });
  fetching -= 1;
  for (const { id, data } of jobs) void run(id, data);
  if (again || jobs.length === BATCH) {
    again = false;
    await fetchJobs();
  }
}

async function activate(res: ServerResponse, bytes: Buffer): Promise<void> {
  const { requestBody } = JSON.parse(bytes.toString('utf8'));
  if (!isValid(requestBody)) return sendJson(res, 400, '{}');
  const id = crypto.randomUUID();
  const result = new Promise<string>((resolve) => resolvers.set(id, resolve));
  await boss.send(QUEUE, { request: JSON.stringify(requestBody) }, { id });
  void fetchJobs();
  sendJson(res, 201, `{"id":"${id}","orderState":"completed","result":${await result}}`);
}

listen((req, res) => {
  if (req.headers['x-mkt-api-key'] !== API_KEY) return sendJson(res, 401, '{}');
  readBytes(req, (bytes) => {
    activate(res, bytes).catch(() => sendJson(res, 500, '{}'));
  });
});
