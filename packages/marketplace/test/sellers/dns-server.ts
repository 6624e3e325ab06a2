import { onTestFinished } from 'vitest';
import { startNameServer, type NameServer, type Zone } from '../../../../test-bed/name-server.ts';

/** Starts a name server for the test. */
export async function openNameServer(zone: Zone): Promise<NameServer> {
  const server = await startNameServer(zone);
  onTestFinished(server.close);
  return server;
}

/** The same, for its address alone: `address:port`. */
export const openDnsServer = async (zone: Zone): Promise<string> =>
  (await openNameServer(zone)).address;
