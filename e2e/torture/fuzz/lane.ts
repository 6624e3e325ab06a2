import { connect, type Socket } from 'node:net';
import { bytesOf, type FuzzRequest } from './request.ts';
import { takeResponse, type FuzzResponse, type Taken } from './response.ts';

/** The outcome of a request: its response, or why there is none. */
export type Outcome = FuzzResponse | 'cut off' | 'hung' | 'no HTTP';

const HUNG_MS = 45_000;
const NOTHING = Buffer.alloc(0);

/** A keep-alive connection on which requests are pipelined in batches. */
export interface Lane {
  /**
   * The outcomes in the order of the requests. If the server announces that it closes the
   * connection, the requests that followed are sent again on a new one.
   */
  send(batch: readonly FuzzRequest[]): Promise<Outcome[]>;
  close(): void;
}

export interface Address {
  host: string;
  port: number;
}

function readable(bytes: Buffer, method: string): Taken | 'no HTTP' | undefined {
  try {
    return takeResponse(bytes, method !== 'HEAD');
  } catch {
    return 'no HTTP';
  }
}

export function createLane(address: Address): Lane {
  let socket: Socket | undefined;

  function open(): Socket {
    const opened = connect({ ...address, noDelay: true });
    opened.on('error', () => undefined);
    opened.on('close', () => {
      if (socket === opened) socket = undefined;
    });
    return opened;
  }

  /** Sends all of them. Returns the outcomes that this connection produced. */
  function sendOnce(batch: readonly FuzzRequest[]): Promise<Outcome[]> {
    const current = (socket ??= open());
    return new Promise((resolve) => {
      const outcomes: Outcome[] = [];
      let received: Buffer = NOTHING;
      const finish = () => {
        clearTimeout(timer);
        current.off('data', onData).off('close', onClose);
        resolve(outcomes);
      };
      /** What follows is sent on a new connection: this one emits `close` only later. */
      const drop = () => {
        current.destroy();
        if (socket === current) socket = undefined;
        finish();
      };
      const timer = setTimeout(() => {
        outcomes.push('hung');
        drop();
      }, HUNG_MS);
      function onData(chunk: Buffer): void {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        while (outcomes.length < batch.length) {
          const taken = readable(received, batch[outcomes.length]!.method);
          if (taken === 'no HTTP') {
            outcomes.push(taken);
            return drop();
          }
          if (!taken) return;
          received = taken.rest;
          outcomes.push(taken.response);
          if (taken.response.closes) return drop();
        }
        finish();
      }
      function onClose(): void {
        outcomes.push('cut off');
        finish();
      }
      current.on('data', onData).on('close', onClose);
      current.write(Buffer.concat(batch.map((request) => bytesOf(request))));
    });
  }

  return {
    async send(batch) {
      const outcomes: Outcome[] = [];
      while (outcomes.length < batch.length) {
        outcomes.push(...(await sendOnce(batch.slice(outcomes.length))));
      }
      return outcomes;
    },
    close: () => socket?.destroy(),
  };
}

function takeAll(bytes: Buffer, method: string): FuzzResponse[] {
  const responses: FuzzResponse[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const afterHead = rest.subarray(rest.indexOf('\r\n\r\n') + 4);
    // A message that was not parsed as a HEAD request gets a response with a body.
    const isHead = method === 'HEAD' && !afterHead.toString('latin1').startsWith('{');
    const taken = takeResponse(rest, !isHead);
    if (!taken) break;
    responses.push(taken.response);
    rest = taken.rest;
  }
  return responses;
}

/** Sends bytes on a connection of their own and closes it. Returns everything that came back. */
export function sendAlone(
  address: Address,
  request: FuzzRequest,
): Promise<FuzzResponse[] | 'hung'> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ ...address, noDelay: true });
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      socket.destroy();
    }, HUNG_MS);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      if (hung) return resolve('hung');
      const received = Buffer.concat(chunks);
      try {
        resolve(takeAll(received, request.method));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.end(bytesOf(request));
  });
}
