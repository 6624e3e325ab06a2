import type { Socket } from 'node:net';
import { createShare } from '../structures/counters.ts';
import type { PeerAddress } from './origins.ts';

export interface PeerLimits {
  peerAddress?: PeerAddress;
  /** Simultaneous connections of one peer. */
  connectionsPerAddress?: number;
}

/** Closes the connections of an address that exceed its share (docs/limits.md#shares). */
export function createPeerConnections({
  peerAddress = () => undefined,
  connectionsPerAddress = Infinity,
}: PeerLimits) {
  const connections = createShare(connectionsPerAddress);
  return {
    /** Counts a connection until it closes, or closes it immediately. */
    admit(socket: Socket): void {
      const peer = peerAddress(socket.remoteAddress);
      if (peer === undefined) return;
      const release = connections.tryTake(peer);
      if (release) socket.once('close', release);
      else socket.destroy();
    },
  };
}
