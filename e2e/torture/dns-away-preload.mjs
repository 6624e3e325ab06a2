// Loaded into a server by `NODE_OPTIONS`: its system resolves names by the name server of the test.
import dns from 'node:dns';
import promises from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const servers = [process.env['TORTURE_NAME_SERVER']];

class Resolver extends promises.Resolver {
  constructor(options) {
    super(options);
    this.setServers(servers);
  }
}

promises.Resolver = Resolver;
dns.promises.Resolver = Resolver;

/** As the system does, it waits longer for a silent name server than the marketplace does. */
dns.lookup = (hostname, _options, callback) => {
  new Resolver({ timeout: 5_000, tries: 2 }).resolve4(hostname).then(
    (addresses) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      ),
    (error) => callback(error),
  );
};
syncBuiltinESMExports();
