// Loaded into the server with `node --import`: replaces the system's DNS lookups with the addresses
// that the tests need. The server's own code is unchanged.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';

const ADDRESSES = {
  'loopback.example': ['127.0.0.1'],
  'private.example': ['10.1.2.3'],
  'metadata.example': ['169.254.169.254'],
  'loopback6.example': ['::1'],
  'unique-local.example': ['fd00::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  // One public address does not make up for a private one.
  'mixed.example': ['203.0.113.200', '127.0.0.1'],
};

function lookup(hostname, options) {
  const addresses = isIP(hostname) ? [hostname] : ADDRESSES[String(hostname).toLowerCase()];
  if (!addresses) {
    return {
      error: Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }),
    };
  }
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return { found: options?.all ? found : found[0] };
}

dns.lookup = (hostname, ...rest) => {
  const callback = rest.at(-1);
  const given = rest.length > 1 ? rest[0] : {};
  const { error, found } = lookup(hostname, given);
  process.nextTick(() => {
    if (error) callback(error);
    else if (given?.all) callback(null, found);
    else callback(null, found.address, found.family);
  });
};
dns.promises.lookup = async (hostname, options) => {
  const { error, found } = lookup(hostname, options);
  if (error) throw error;
  return found;
};
syncBuiltinESMExports();
