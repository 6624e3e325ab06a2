import { createServer } from 'node:http';
import { createServer as createSilentServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { addressesIn, awaitService, findService } from '../../src/dev/find-service.ts';

it.each([
  ['Listening on http://localhost:8801', ['8801']],
  ['  ➜  Local:   http://127.0.0.1:5173/  http://[::1]:5174/x', ['5173', '5174', '5174/x']],
  ['Serving HTTP on 0.0.0.0 port 8000 (http://0.0.0.0:8000/) ...', ['8000']],
  ['GET http://localhost:8810/get-book/contract.', ['8810', '8810/get-book']],
  ['fetched https://api.example.com:8443/x', []],
  ['http://localhost:88011234567', []],
])('finds the addresses of this machine in %j', (line, addresses) => {
  expect(addressesIn(line)).toEqual(addresses.map((each) => `http://localhost:${each}`));
});

it('finds a service beside a port that never responds', async () => {
  const silent = createSilentServer().listen(0, '127.0.0.1');
  const service = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
  await Promise.all([once(silent, 'listening'), once(service, 'listening')]);
  const [first, second] = [silent, service].map((each) => (each.address() as AddressInfo).port);
  const printed = new Set([first, second].map((port) => `http://localhost:${port}`));
  // It would take the 10 s that a contract may take.
  const within = AbortSignal.timeout(8_000);
  const found = await findService({ members: () => undefined }, printed, within);
  expect(found).toEqual({ urls: [`http://localhost:${second}`], hasContract: true });
  silent.close();
  service.close();
});

it('does not look for a service after the wait was cancelled', async () => {
  const search = findService({ members: () => undefined }, new Set(), AbortSignal.abort());
  await expect(search).rejects.toThrow(/aborted/);
});

it('waits for a service that responds with 503 while it starts', async () => {
  let requests = 0;
  const service = createServer((_, response) => {
    response.writeHead(++requests < 3 ? 503 : 200).end('{}');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const url = `http://localhost:${(service.address() as AddressInfo).port}`;
  const found = await awaitService(url, AbortSignal.timeout(8_000));
  service.close();
  expect(found).toEqual({ urls: [url], hasContract: true });
});

it('requests a service without a contract once at each address', async () => {
  const paths: string[] = [];
  const service = createServer(({ url }, response) => {
    paths.push(url ?? '');
    response.writeHead(404).end('{"error":"Not found"}');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const url = `http://localhost:${(service.address() as AddressInfo).port}`;
  const printed = new Set([url, `${url}/docs`]);
  const found = await findService(
    { members: () => undefined },
    printed,
    AbortSignal.timeout(8_000),
  );
  service.close();
  expect(found).toEqual({ urls: [url], hasContract: false });
  expect(paths.toSorted()).toEqual(['/contract', '/docs/contract']);
});
