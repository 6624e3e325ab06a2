import type { Socket } from 'node:net';
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
  const open = new Map<string, number>();
  return {
    /** Counts a connection until it closes, or closes it. */
    admit(socket: Socket): void {
      const peer = peerAddress(socket.remoteAddress);
      if (peer === undefined) return;
      const before = open.get(peer) ?? 0;
      if (before >= connectionsPerAddress) {
        socket.destroy();
        return;
      }
      open.set(peer, before + 1);
      socket.once('close', () => {
        const left = (open.get(peer) ?? 1) - 1;
        if (left === 0) open.delete(peer);
        else open.set(peer, left);
      });
    },
  };
}
