// The servers of the demonstration, all of which end with it.
import { DemoError } from './demo-error.mjs';
import { startOwned } from './owned-process.mjs';

/** On a slow machine that has just installed and built. */
const START_MS = 60_000;

export function createFleet() {
  const members = new Set();
  let closing = false;
  const { promise: brokeDown, reject: breakDown } = Promise.withResolvers();
  // Nobody may be waiting for it yet when it happens.
  brokeDown.catch(() => {});

  async function watch(server) {
    const { how } = await server.ended;
    if (members.has(server)) breakDown(server.failure(`ended (${how}).`));
  }

  return {
    /** Rejects when a server ends that nobody stopped. */
    brokeDown,
    members,

    /** Starts a server, and waits for the line of its output that `read` makes something of. */
    async start(name, program, read) {
      if (closing) throw new DemoError(`${name} was not started, because the rest is ending.`);
      const server = startOwned(name, program);
      members.add(server);
      const said = await server.firstOf(read, START_MS);
      void watch(server);
      return { server, said };
    },

    async stop(server) {
      members.delete(server);
      await server.stop();
    },

    async stopAll() {
      closing = true;
      const running = [...members];
      members.clear();
      await Promise.all(running.map((server) => server.stop()));
    },
  };
}
