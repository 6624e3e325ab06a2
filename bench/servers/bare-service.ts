// A seller's service written by hand, with the checks of the kit and nothing else; with ON=express it
// is a route of express.
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Ajv } from 'ajv';
import express from 'express';
import { INPUT_SCHEMA, type Input } from '../sample-call.ts';
import { listen } from './listen.ts';
import { sendJson, readBytes } from './plain-http.ts';

const TOLERANCE_SECONDS = 300;
const secret = process.env['MKT_SIGNING_SECRET'] ?? '';
const key = createSecretKey(Buffer.from(secret.slice('whsec_'.length), 'base64'));
const isValid = new Ajv().compile<Input>(INPUT_SCHEMA);

function isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const payload = String(headers['x-mkt-payload']);
  const signature = String(headers['x-mkt-signature']);
  const ageSeconds = Date.now() / 1000 - Number(payload.slice(payload.lastIndexOf('.') + 1));
  if (!(Math.abs(ageSeconds) <= TOLERANCE_SECONDS)) return false;
  const expected = createHmac('sha256', key).update(`${payload}.`).update(body).digest();
  const given = Buffer.from(signature.slice('v1,'.length), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function run(req: IncomingMessage, res: ServerResponse): void {
  readBytes(req, (bytes) => {
    if (!isSigned(req.headers, bytes)) return sendJson(res, 401, '{"error":"bad signature"}');
    const input: unknown = JSON.parse(bytes.toString('utf8'));
    if (!isValid(input)) return sendJson(res, 400, '{"error":"invalid input"}');
    sendJson(res, 200, JSON.stringify({ length: input.text.length, lang: input.lang }));
  });
}

function onExpress() {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  return app.post('/run', run);
}

listen(process.env['ON'] === 'express' ? onExpress() : run);
