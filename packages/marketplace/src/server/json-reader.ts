import { Worker } from 'node:worker_threads';
import { fromChecked, parseJson, readJson, readMember, type ParsedJson } from '@mkt/protocol';
import type { JsonReader, JsonSource, ReadApart } from '../market/json-reader.ts';
import { createFairQueue } from '../structures/async.ts';
import type { JsonReply, JsonRequest } from './json-thread.ts';

/**
 * The largest text that is read on the calling thread: that takes up to a millisecond, and less than
 * sending an ordinary text to the other thread and back.
 */
const MAX_INLINE_BYTES = 16 * 1024;

const fromSource = import.meta.url.endsWith('.ts');
const SCRIPT = new URL(fromSource ? './json-thread.ts' : './json-thread.js', import.meta.url);

type ThreadReply = Exclude<JsonReply, 'ready'>;

interface JsonThread {
  /** Resolves to `undefined` if the thread has exited. One request at a time. */
  request(request: JsonRequest): Promise<ThreadReply | undefined>;
  hasExited(): boolean;
  close(): Promise<void>;
}

function startThread(): JsonThread {
  const worker = new Worker(SCRIPT, {
    execArgv: fromSource ? ['--conditions=mkt-source'] : [],
  });
  worker.unref();
  let hasExited = false;
  let respond: ((reply: ThreadReply | undefined) => void) | undefined;
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      hasExited = true;
      respond?.(undefined);
      resolve();
    });
  });
  const ready = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
    worker.on('message', (reply: JsonReply) => (reply === 'ready' ? resolve() : respond?.(reply)));
  });
  // Without this handler an error in the thread would crash the process; `exit` reports it.
  worker.on('error', () => undefined);
  return {
    async request(request) {
      await ready;
      if (hasExited) return undefined;
      return new Promise((resolve) => {
        respond = resolve;
        worker.postMessage(request, [request.bytes.buffer as ArrayBuffer]);
      });
    },
    hasExited: () => hasExited,
    async close() {
      worker.ref();
      await ready;
      worker.postMessage('close');
      await exited;
    },
  };
}

function readHere({ bytes, maxDepth }: JsonSource, apart: string | undefined): ReadApart {
  const parsed = parseJson(bytes, maxDepth);
  const member = parsed.ok && apart !== undefined ? readMember(parsed, apart) : undefined;
  return { rest: parsed, member };
}

function opened(reply: ThreadReply): ReadApart {
  if (reply.ok) {
    return { rest: fromChecked(reply.rest), member: reply.member && fromChecked(reply.member) };
  }
  const { text } = reply;
  if (text === undefined) return { rest: reply as ParsedJson, member: undefined };
  const rest = {
    ...reply,
    get value() {
      return readJson(text).value;
    },
  };
  return { rest: rest as ParsedJson, member: undefined };
}

/** After work of t ms the next work starts 3 t later: it never takes more than a quarter of the time. */
const PAUSE_FACTOR = 3;
/** A machine that was suspended meanwhile must not stop all work. */
const MAX_PAUSE_MS = 250;

interface Turn {
  work(): void;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Runs work that blocks the thread for milliseconds: one piece at a time, with pauses in which requests
 * that arrived meanwhile are handled. Groups take turns.
 */
function createPacedTurns() {
  const queue = createFairQueue<Turn>({
    atOnce: 1,
    perGroup: 1,
    async run({ work, resolve, reject }) {
      const startedAtMs = performance.now();
      try {
        work();
        resolve();
      } catch (error) {
        reject(error);
      }
      const tookMs = performance.now() - startedAtMs;
      const pauseMs = Math.min(PAUSE_FACTOR * tookMs, MAX_PAUSE_MS);
      await new Promise((next) => setTimeout(next, pauseMs).unref());
    },
  });
  return {
    run: (group: string, work: () => void): Promise<void> =>
      new Promise((resolve, reject) => queue.add(group, { work, resolve, reject })),
  };
}

/** The first large text starts the thread. If the thread exits, the next one starts another. */
export function createJsonReader(): JsonReader & { close(): Promise<void> } {
  let thread: JsonThread | undefined;
  const paced = createPacedTurns();
  const queue = createFairQueue<() => Promise<void>>({
    atOnce: 1,
    perGroup: 1,
    run: (work) => work(),
  });

  async function readThere(source: JsonSource, apart: string | undefined): Promise<ReadApart> {
    if (!thread || thread.hasExited()) thread = startThread();
    // A copy, because the bytes are still needed here and may share their memory with others. `slice`
    // of a Buffer would not copy.
    const bytes = new Uint8Array(source.bytes);
    const reply = await thread.request({ bytes, maxDepth: source.maxDepth, apart });
    return reply ? opened(reply) : readHere(source, apart);
  }

  function readApart(source: JsonSource, apart: string | undefined): Promise<ReadApart> {
    if (source.bytes.length <= MAX_INLINE_BYTES) return Promise.resolve(readHere(source, apart));
    return new Promise((resolve, reject) => {
      queue.add(source.group, () => readThere(source, apart).then(resolve, reject));
    });
  }

  return {
    read: async (source) => (await readApart(source, undefined)).rest,
    readApart,
    async open(read, group) {
      if (read.text.length > MAX_INLINE_BYTES) await paced.run(group, () => void read.value);
    },
    async close() {
      if (thread && !thread.hasExited()) await thread.close();
    },
  };
}
