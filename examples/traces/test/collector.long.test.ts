// docs/operate/monitor.md#traces: the file that an operator loads sends spans to a collector.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createApi } from '../../../test-bed/api.ts';
import { CURRENT, readyLineOf, spawnMarketplace } from '../../../test-bed/marketplace-process.ts';

interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { scope: { name: string }; spans: { name: string; traceId: string }[] }[];
  }[];
}

it('a marketplace sends its spans to a collector', async () => {
  const received: Exported['resourceSpans'] = [];
  const collector = createServer((request, response) => {
    response.setHeader('content-type', 'application/json').end('{}');
    void json(request).then((sent) => received.push(...(sent as Exported).resourceSpans));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void collector.close());
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;

  const folder = mkdtempSync(join(tmpdir(), 'mkt-traces-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [node, ...args] = CURRENT;
  const file = new URL('../src/record-traces.mjs', import.meta.url).href;
  const child = spawnMarketplace(['serve', '--dev', '--json', '--port', '0', '--data', folder], {
    program: [node, `--import=${file}`, ...args],
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_TRACES_SAMPLER_ARG: '1',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { baseUrl, devApiKey } = await readyLineOf(child);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  await createApi(baseUrl, devApiKey).get('/v1/me', { headers: { traceparent } });

  const spans = () =>
    received.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans));
  await expect.poll(spans).toEqual([expect.objectContaining({ name: 'GET /v1/me', traceId })]);
  expect(received[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'mkt-marketplace' },
  });
});
