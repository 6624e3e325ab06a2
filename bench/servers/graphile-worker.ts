// The call as a job of graphile-worker, endpoint and worker in one process. It deletes completed jobs,
// so the result goes into a separate table, as its users do. Key and listing are known without a
// query, in the queue's favor. It is not a dependency of the project: PEERS says where it is installed.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { Ajv } from 'ajv';
import { Pool } from 'pg';
import { API_KEY, INPUT_SCHEMA } from '../sample-call.ts';
import { listen } from './listen.ts';
import { newOrderId } from './order-tables.ts';
import { sendJson, readBytes } from './plain-http.ts';
import { callSeller } from './seller-call.ts';

interface Job {
  id: string;
  request: string;
}

/** The part of graphile-worker that is used here. */
interface GraphileWorker {
  run(options: object): Promise<{ addJob(name: string, job: Job): Promise<unknown> }>;
  Logger: new (silent: () => () => void) => object;
}

const CONNECTIONS = 16;
const CALLS_AT_ONCE = 64;

const load = createRequire(join(process.env['PEERS'] ?? '', 'peers.js'));
const { run, Logger } = load('graphile-worker') as GraphileWorker;
const pgPool = new Pool({ connectionString: process.env['POSTGRES_URL'] ?? '', max: CONNECTIONS });
await pgPool.query('CREATE TABLE done (id text PRIMARY KEY, request json, result json)');
const resolvers = new Map<string, (result: string) => void>();

async function call({ id, request }: Job): Promise<void> {
  const result = await callSeller(id, Buffer.from(request));
  const text = 'INSERT INTO done VALUES ($1, $2, $3)';
  await pgPool.query({ name: 'done', text, values: [id, request, result] });
  resolvers.get(id)?.(result);
  resolvers.delete(id);
}

const runner = await run({
  pgPool,
  concurrency: CALLS_AT_ONCE,
  noHandleSignals: true,
  logger: new Logger(() => () => undefined),
  taskList: { call },
});
const isValid = new Ajv().compile(INPUT_SCHEMA);

async function activate(res: ServerResponse, bytes: Buffer): Promise<void> {
  const { requestBody } = JSON.parse(bytes.toString('utf8'));
  if (!isValid(requestBody)) return sendJson(res, 400, '{}');
  const id = newOrderId();
  const { promise, resolve } = Promise.withResolvers<string>();
  resolvers.set(id, resolve);
  await runner.addJob('call', { id, request: JSON.stringify(requestBody) });
  sendJson(res, 201, `{"id":"${id}","orderState":"completed","result":${await promise}}`);
}

listen((req, res) => {
  if (req.headers['x-mkt-api-key'] !== API_KEY) return sendJson(res, 401, '{}');
  readBytes(req, (bytes) => {
    activate(res, bytes).catch(() => sendJson(res, 500, '{}'));
  });
});
