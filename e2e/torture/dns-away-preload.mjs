// Loaded into a server by `NODE_OPTIONS`: its system resolves names by the name server of the test.
import dns from 'node:dns';
import promises from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { callbackify } from 'node:util';

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
const lookUp = callbackify(async (hostname) => {
  const addresses = await new Resolver({ timeout: 5_000, tries: 2 }).resolve4(hostname);
  return addresses.map((address) => ({ address, family: 4 }));
});

const { lookup } = dns;
dns.lookup = (hostname, options, ...rest) => {
  if (!hostname.endsWith('.example')) return lookup(hostname, options, ...rest);
  return lookUp(hostname, ...rest);
};
syncBuiltinESMExports();
