import type { Socket } from 'node:net';
import { createShare } from '../concurrency/counter.ts';
import type { PeerAddress } from './caller-address.ts';

export interface PeerLimits {
  peerAddress?: PeerAddress;
  /** Connections of one peer at once. */
  connectionsPerAddress?: number;
}

/** Closes connections that their address has no share left for (docs/limits.md#shares). */
export function createPeerConnections({
  peerAddress = () => undefined,
  connectionsPerAddress = Infinity,
}: PeerLimits) {
  const connections = createShare(connectionsPerAddress);
  return {
    /** Counts a connection until it closes, or closes it. */
    admit(socket: Socket): void {
      const peer = peerAddress(socket.remoteAddress);
      if (peer === undefined) return;
      const release = connections.tryTake(peer);
      if (release) socket.once('close', release);
      else socket.destroy();
    },
  };
}
