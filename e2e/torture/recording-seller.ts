import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
  json,
  OK,
  orderIdOf,
  startSeller,
  type Handler,
  type Seller,
  type SellerRequest,
} from '../../test-bed/seller.ts';

/** What the seller should do with a call; part of the order's input. */
export interface Instruction {
  /** Identifies the activation; the seller returns it in the result. */
  attempt: string;
  kind: InstructionKind;
  delayMs: number;
}

/**
 * `result` returns a result; `status` is a 503, `garbage` is not JSON, `cut` closes the connection,
 * `drip` sends a response byte by byte that never ends.
 */
export type InstructionKind = 'result' | 'status' | 'garbage' | 'cut' | 'drip';

export interface RecordingSeller extends Seller {
  /** Called when an order is called a second time. */
  onSecondCall: (orderId: string) => void;
}

const DRIP_MS = 200;

function instructionOf({ method, query, body }: SellerRequest): Instruction {
  const search = new URLSearchParams(query);
  const input: Partial<Instruction> | null =
    method === 'GET'
      ? { ...Object.fromEntries(search), delayMs: Number(search.get('delayMs')) }
      : (JSON.parse(body.toString()) as Partial<Instruction> | null);
  const { attempt = '', kind = 'result', delayMs = 0 } = input ?? {};
  return { attempt, kind, delayMs };
}

function carryOut({ attempt, kind }: Instruction, orderId: string, response: ServerResponse) {
  switch (kind) {
    case 'result':
      return json({ attempt, orderId });
    case 'status':
      return json({ error: 'Not now' }, 503);
    case 'garbage':
      return { body: '{"attempt":' };
    case 'cut':
      response.destroy();
      return undefined;
    case 'drip': {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), DRIP_MS);
      response.on('close', () => clearInterval(timer));
      return undefined;
    }
  }
}

const respond: Handler = async (request, response) => {
  const orderId = orderIdOf(request);
  if (orderId === undefined) return OK;
  const instruction = instructionOf(request);
  if (instruction.delayMs > 0) await pause(instruction.delayMs);
  return response.destroyed ? undefined : carryOut(instruction, orderId, response);
};

/**
 * A seller that counts the calls of each order, and follows the instruction in the input: quick, slow and
 * failing sellers in one. It outlives the marketplaces that call it.
 */
export async function startRecordingSeller(): Promise<RecordingSeller> {
  const scripted = await startSeller({
    other: respond,
    onCall: (orderId, count) => {
      if (count > 1) seller.onSecondCall(orderId);
    },
    records: false,
  });
  scripted.server.keepAliveTimeout = 60_000;
  const seller: RecordingSeller = { ...scripted, onSecondCall: () => undefined };
  return seller;
}
