import type { IncomingMessage } from 'node:http';
import type { CallerAddress } from './origins.ts';
import type { Browser } from './browser.ts';

/** The request's browser. For IPv6 its address is that of the network, as limits count it. */
export function browserOf(req: IncomingMessage, callerAddress: CallerAddress): Browser {
  const { cookie, 'user-agent': userAgent } = req.headers;
  return { cookie, userAgent, address: callerAddress(req).replace(/\/\d+$/, '') };
}

/** The value of a cookie in the header `Cookie`. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = header?.split(';').map((pair) => pair.trim()) ?? [];
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Whether the request has a cookie of this name. */
export const hasCookie = ({ headers }: IncomingMessage, name: string): boolean =>
  cookieOf(headers.cookie, name) !== undefined;
