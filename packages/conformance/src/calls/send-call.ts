import type { RunContract } from '@mkt/protocol';
import { parseSigningSecrets, type Envelope } from '@mkt/protocol/signing';
import type { Transport, TransportOutcome } from '../transport.ts';
import { messageOf, sendMessage } from './run-call.ts';
import { signedHeaders } from './signed-headers.ts';

export interface CallOptions {
  contract: RunContract;
  /** JSON text, which is sent unchanged. */
  inputJson: string;
  envelope: Envelope;
  /** One or several, separated by commas: the call is signed with each of them. Unsigned without. */
  secrets: string | undefined;
  transport: Transport;
  signal?: AbortSignal | undefined;
}

/** Calls a service as the marketplace does for an order, signed at this moment. */
export async function sendCall(options: CallOptions): Promise<TransportOutcome> {
  const { contract, inputJson, envelope, secrets, transport, signal } = options;
  const message = messageOf(contract, inputJson);
  const keys = secrets === undefined ? undefined : parseSigningSecrets(secrets);
  const headers = keys ? signedHeaders(keys, envelope, Date.now(), message.signed) : {};
  return await sendMessage(contract, message, headers, { transport, signal });
}
