// The call as a job of BullMQ, endpoint and worker in one process. Key and listing are known without a
// query, in the queue's favor. BullMQ is not a dependency of the project: PEERS says where it is
// installed.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { Ajv } from 'ajv';
import { API_KEY, INPUT_SCHEMA } from '../sample-call.ts';
import { listen } from './listen.ts';
import { newOrderId } from './order-tables.ts';
import { sendJson, readBytes } from './plain-http.ts';
import { callSeller } from './seller-call.ts';

interface Job {
  id: string;
  data: { request: string };
  waitUntilFinished(events: Events, ms: number): Promise<unknown>;
}

interface Events {
  setMaxListeners(count: number): void;
  waitUntilReady(): Promise<unknown>;
}

/** The part of BullMQ that is used here. */
interface BullMq {
  Queue: new (
    name: string,
    options: object,
  ) => {
    add(name: string, data: Job['data'], options: { jobId: string }): Promise<Job>;
  };
  QueueEvents: new (name: string, options: object) => Events;
  Worker: new (
    name: string,
    work: (job: Job) => Promise<unknown>,
    options: object,
  ) => { waitUntilReady(): Promise<unknown> };
}

const QUEUE = 'activation';
const CALLS_AT_ONCE = 512;
const RESULT_WITHIN_MS = 30_000;

const load = createRequire(join(process.env['PEERS'] ?? '', 'peers.js'));
const { Queue, QueueEvents, Worker } = load('bullmq') as BullMq;
const port = Number(process.env['REDIS_PORT']);
const connection = { host: '127.0.0.1', port, maxRetriesPerRequest: null };
const queue = new Queue(QUEUE, { connection, defaultJobOptions: { removeOnComplete: false } });
const events = new QueueEvents(QUEUE, { connection });
events.setMaxListeners(0);
await events.waitUntilReady();
const work = async ({ id, data }: Job): Promise<unknown> =>
  JSON.parse(await callSeller(id, Buffer.from(data.request)));
await new Worker(QUEUE, work, { connection, concurrency: CALLS_AT_ONCE }).waitUntilReady();
const isValid = new Ajv().compile(INPUT_SCHEMA);

async function activate(res: ServerResponse, bytes: Buffer): Promise<void> {
  const { requestBody } = JSON.parse(bytes.toString('utf8'));
  if (!isValid(requestBody)) return sendJson(res, 400, '{}');
  const id = newOrderId();
  const job = await queue.add('call', { request: JSON.stringify(requestBody) }, { jobId: id });
  const result = await job.waitUntilFinished(events, RESULT_WITHIN_MS);
  sendJson(res, 201, JSON.stringify({ id, orderState: 'completed', result }));
}

listen((req, res) => {
  if (req.headers['x-mkt-api-key'] !== API_KEY) return sendJson(res, 401, '{}');
  readBytes(req, (bytes) => {
    activate(res, bytes).catch(() => sendJson(res, 500, '{}'));
  });
});
