import type { IncomingMessage } from 'node:http';
import type { Browser } from '../domain/session.ts';
import type { CallerAddress } from './caller-address.ts';

/** The request's browser. For IPv6 its address is that of the network, as limits count it. */
export function browserOf(req: IncomingMessage, callerAddress: CallerAddress): Browser {
  const { cookie, 'user-agent': userAgent } = req.headers;
  return { cookie, userAgent, address: callerAddress(req).replace(/\/\d+$/, '') };
}

/** Whether the request has a cookie of this name. */
export function hasCookie({ headers }: IncomingMessage, name: string): boolean {
  const { cookie } = headers;
  if (cookie === undefined) return false;
  return cookie.split(';').some((pair) => pair.trimStart().startsWith(`${name}=`));
}
