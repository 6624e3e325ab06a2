import type { IncomingMessage } from 'node:http';
import { Refusal } from '../domain/refusal.ts';
import type { CallerAddress } from './caller-address.ts';

/** The names of this machine. Any other could be a page that points its own name here. */
const LOCAL_HOST = /^(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?$/i;
/** As limits count addresses: of IPv6 the network. */
const LOCAL_ADDRESS = /^(127\.\d+\.\d+\.\d+|0:0:0:0::\/64)$/;

/** Refuses a request by any name other than those of this machine. */
export function checkLocalName({ headers }: IncomingMessage): void {
  if (LOCAL_HOST.test(headers.host ?? '')) return;
  throw new Refusal(
    'forbidden_origin',
    'Signing in without a password is only for 127.0.0.1, [::1] and localhost.',
  );
}

/** Refuses a request from another machine: with --dev-expose it could claim any name. */
export function checkLocalAddress(req: IncomingMessage, callerAddress: CallerAddress): void {
  if (LOCAL_ADDRESS.test(callerAddress(req))) return;
  throw new Refusal(
    'forbidden_origin',
    'Signing in without a password needs the link that the server printed, or a browser on its machine.',
  );
}
