import { connect, createServer, type Socket } from 'node:net';
import { listen } from './local-server.ts';

/** A network between a program and a server, which a test interrupts. */
export interface HangingNetwork extends AsyncDisposable {
  /** The URL of the server, through this network. */
  url: string;
  /** From now on nothing arrives, on open and on new connections, and no connection ends. */
  hang(): void;
  /** New connections work again; those that hung never do, and their server learns that they ended. */
  resume(): void;
}

/** Opens a network in front of the server of a URL. */
export async function openHangingNetwork(target: string): Promise<HangingNetwork> {
  const { hostname, port } = new URL(target);
  /** The two ends of each connection that works. */
  const pairs = new Set<readonly [Socket, Socket]>();
  /** The server's ends of those that hung. */
  const lost = new Set<Socket>();
  let isHanging = false;

  function forward(from: Socket, to: Socket): void {
    from.pipe(to);
    from.once('close', () => to.destroy());
  }

  /** What was sent stays in the buffers of the system, even the end of the connection. */
  function stop(socket: Socket): void {
    socket.unpipe();
    socket.removeAllListeners('close');
    socket.pause();
  }

  const network = await listen(
    createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
      if (isHanging) return;
      const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      server.on('error', () => client.destroy());
      const pair = [client, server] as const;
      pairs.add(pair);
      forward(client, server);
      forward(server, client);
      client.once('close', () => pairs.delete(pair));
    }),
  );
  const url = new URL(target);
  url.port = String(network.port);
  return {
    url: url.href,
    hang() {
      isHanging = true;
      for (const pair of pairs) {
        for (const socket of pair) stop(socket);
        lost.add(pair[1]);
      }
      pairs.clear();
    },
    resume() {
      isHanging = false;
      for (const socket of lost) socket.destroy();
      lost.clear();
    },
    [Symbol.asyncDispose]: network.close,
  };
}
