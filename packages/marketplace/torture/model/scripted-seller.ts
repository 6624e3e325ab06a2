import { readJson } from '@mkt/protocol';
import type { Clock } from '../../src/market/outside.ts';
import type { CallOutcome, SellerCall, SellerGateway } from '../../src/sellers/gateway.ts';
import type { Gate } from './gate.ts';

const DEADLINE_MS = 30_000;
/** The one error that a history may log. */
export const SCRIPTED_DEFECT = 'The gateway has a defect.';

/** What a seller or the network does with a call. */
export type SellerDoes =
  | 'json'
  | 'breaks-schema'
  | 'empty'
  | 'not-json'
  | 'status'
  | 'connection'
  | 'too_large'
  | 'throws';

/** How a call ended, as its process sees it. */
export type CallEnd = CallOutcome | { kind: 'thrown' };

export interface ScriptedCall {
  request: SellerCall;
  /** The process that made it. */
  leaseOwner: string;
  end: CallEnd | undefined;
  /** The seller responds; ignored if the call has already ended. */
  respond(does: SellerDoes): void;
}

function outcomeOf(does: Exclude<SellerDoes, 'throws'>, orderId: string): CallOutcome {
  const json = (value: unknown): CallOutcome => {
    const toCheck = readJson(JSON.stringify(value));
    const body = { kind: 'json', json: toCheck.text, value, toCheck } as const;
    return { kind: 'response', status: 200, body };
  };
  switch (does) {
    case 'json':
      return json({ of: orderId });
    case 'breaks-schema':
      return json([orderId]);
    case 'empty':
      return { kind: 'response', status: 204, body: { kind: 'empty' } };
    case 'not-json':
      return { kind: 'response', status: 200, body: { kind: 'not-json' } };
    case 'status':
      return { kind: 'response', status: 503, body: { kind: 'empty' } };
    case 'connection':
    case 'too_large':
      return { kind: does };
  }
}

/** The gateway of one process to sellers that respond when a step says so. */
export function scriptedGateway(
  { gate, clock, leaseOwner }: { gate: Gate; clock: Clock; leaseOwner: string },
  onCall: (call: ScriptedCall) => void,
): SellerGateway {
  return {
    call(request) {
      const { promise, resolve, reject } = Promise.withResolvers<CallOutcome>();
      const end = (outcome: CallEnd) =>
        gate.whenRunning(() => {
          if (call.end) return;
          call.end = outcome;
          cancel();
          if (outcome.kind === 'thrown') reject(new Error(SCRIPTED_DEFECT));
          else resolve(outcome);
        });
      const call: ScriptedCall = {
        request,
        leaseOwner,
        end: undefined,
        respond: (does) =>
          end(does === 'throws' ? { kind: 'thrown' } : outcomeOf(does, request.orderId)),
      };
      const cancel = clock.after(DEADLINE_MS, () => end({ kind: 'timeout' }));
      request.signal.addEventListener('abort', () => end({ kind: 'interrupted' }));
      onCall(call);
      return promise;
    },
  };
}
