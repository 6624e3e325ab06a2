// Runs in the thread that reads large JSON: one text at a time.
import { parentPort } from 'node:worker_threads';
import {
  checkedJson,
  parseJson,
  readJson,
  readMember,
  withoutMember,
  type CheckedJson,
  type ParsedJson,
} from '@mkt/protocol';

export interface JsonRequest {
  bytes: Uint8Array;
  maxDepth: number;
  /** The member that is read apart. */
  apart: string | undefined;
}

export type JsonReply =
  | 'ready'
  | { ok: true; rest: CheckedJson; member: CheckedJson | undefined }
  /** Without its value, which the other thread parses if it needs it. */
  | (Omit<Extract<ParsedJson, { ok: false }>, 'value'> & { text?: string });

const port = parentPort;
if (!port) throw new Error('This module runs in a worker thread.');

function replyTo({ bytes, maxDepth, apart }: JsonRequest): JsonReply {
  const parsed = parseJson(bytes, maxDepth);
  if (!parsed.ok) {
    const { reason, message } = parsed;
    return 'text' in parsed
      ? { ok: false, reason, message, text: parsed.text }
      : { ok: false, reason, message };
  }
  const member = apart === undefined ? undefined : readMember(parsed, apart);
  if (apart === undefined || !member) {
    return { ok: true, rest: checkedJson(parsed), member: undefined };
  }
  const rest = readJson(withoutMember(parsed, apart));
  return { ok: true, rest: checkedJson(rest), member: checkedJson(member) };
}

port.on('message', (request: JsonRequest | 'close') => {
  if (request === 'close') port.close();
  else port.postMessage(replyTo(request));
});
port.postMessage('ready' satisfies JsonReply);
