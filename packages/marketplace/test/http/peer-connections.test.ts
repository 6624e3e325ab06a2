// docs/reference/limits.md#shares: connections per address, except those of trusted proxies.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPeerAddress } from '../../src/http/origins.ts';
import { openMarket } from '../market.ts';
import { message, open } from './raw-exchange.ts';
import { until } from '../../../../test-bed/until.ts';

const SHARE = 3;
const HEALTH = message(['GET /healthz HTTP/1.1', 'Host: x']);

const openShared = (trusted = '') =>
  openMarket({
    environment: { MKT_SHARE_CONNECTIONS: String(SHARE), MKT_TRUSTED_PROXIES: trusted },
  });

/** The start of the response, or that the connection was closed. */
async function served(socket: Socket): Promise<string> {
  onTestFinished(() => void socket.destroy());
  const response = once(socket, 'data').then(([data]) => String(data).slice(0, 12));
  const closed = once(socket, 'close').then(() => 'closed');
  socket.write(HEALTH);
  return Promise.race([response, closed]);
}

async function tryMany(url: string, count: number) {
  const sockets: Socket[] = [];
  const responses: string[] = [];
  for (let n = 0; n < count; n++) {
    const socket = await open(url);
    sockets.push(socket);
    responses.push(await served(socket));
  }
  return { sockets, responses };
}

describe('connections from one address', () => {
  it('are closed if they exceed its share; one that closes makes room', async () => {
    const { url, log } = await openShared();
    const { sockets, responses } = await tryMany(url, SHARE + 2);
    // Once, however many are refused.
    expect(
      log.filter(({ message }) => message.startsWith('connections are refused: an address')),
    ).toHaveLength(1);
    expect(responses).toEqual([...Array(SHARE).fill('HTTP/1.1 200'), 'closed', 'closed']);
    sockets[0]?.destroy();
    const states: string[] = [];
    const again = async () => states.push(await served(await open(url)));
    // The server notices the close a moment later.
    await again();
    while (states.at(-1) === 'closed') await again();
    expect(states.at(-1)).toBe('HTTP/1.1 200');
    for (const socket of sockets) socket.destroy();
    const counted = async () =>
      /^mkt_connections_refused_total\{limit="address"\} (\d+)$/m.exec(
        await (await fetch(`${url}/metrics`)).text(),
      )?.[1];
    await expect.poll(async () => Number(await counted())).toBeGreaterThanOrEqual(2);
  });

  it('are not limited for a trusted proxy, which carries those of many callers', async () => {
    const { url } = await openShared('127.0.0.0/8');
    const { responses } = await tryMany(url, SHARE + 2);
    expect(new Set(responses)).toEqual(new Set(['HTTP/1.1 200']));
  });

  it('are released when the server closes them', async () => {
    const { url } = await openShared();
    for (let n = 0; n < 3 * SHARE; n++) {
      const socket = await open(url);
      socket.on('data', () => undefined);
      socket.end(message(['GET /healthz HTTP/1.1', 'Host: x', 'Connection: close']));
      await until(() => socket.destroyed);
    }
    expect(await served(await open(url))).toBe('HTTP/1.1 200');
  });
});

describe('the address that a connection counts for', () => {
  const peerAddress = createPeerAddress(['192.0.2.1', '2001:db8:ffff::/48']);

  it('is the network of an IPv6 address, and the address itself of a mapped IPv4 one', () => {
    expect(peerAddress('2001:db8:1:2::1')).toBe(peerAddress('2001:db8:1:2:ffff::9'));
    expect(peerAddress('2001:db8:1:3::1')).not.toBe(peerAddress('2001:db8:1:2::1'));
    expect(peerAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(peerAddress('203.0.113.7')).toBe('203.0.113.7');
  });

  it('is undefined for a trusted proxy', () => {
    expect(peerAddress('192.0.2.1')).toBeUndefined();
    expect(peerAddress('::ffff:192.0.2.1')).toBeUndefined();
    expect(peerAddress('2001:db8:ffff::1')).toBeUndefined();
  });
});
