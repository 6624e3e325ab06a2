// docs/operate/monitor.md#alerts: what Prometheus itself says of our metrics and rules. Debian's package
// `prometheus` has promtool.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { describe, expect, it, type TestContext } from 'vitest';
import { read, ROOT } from '../scripts/documentation/pages.ts';

const FOLDER = join(ROOT, 'docs/deploy');

function promtool(context: TestContext, args: string[], input?: string): string {
  const { error, stdout, stderr, status } = spawnSync('promtool', args, {
    cwd: FOLDER,
    input,
    encoding: 'utf8',
  });
  if (error) context.skip('promtool is not installed');
  return status === 0 ? 'accepted' : `${stdout}${stderr}`;
}

describe('promtool', () => {
  it('accepts the metrics of a server', async (context) => {
    await using market = await createTestMarketplace();
    await fetch(`${market.url}/v1/me`);
    const metrics = await (await fetch(`${market.url}/metrics`)).text();
    expect(promtool(context, ['check', 'metrics'], metrics)).toBe('accepted');
  });

  it('accepts the rules, and each alert fires for its recorded fault and not before', (context) => {
    expect(promtool(context, ['check', 'rules', 'prometheus-rules.yml'])).toBe('accepted');
    expect(promtool(context, ['test', 'rules', 'prometheus-rules.test.yml'])).toBe('accepted');
  });
});

describe('the test of the rules', () => {
  it('has a recorded fault for every alert', () => {
    const alerts = [...read('docs/deploy/prometheus-rules.yml').matchAll(/- alert: (\w+)/g)];
    const tested = read('docs/deploy/prometheus-rules.test.yml');
    expect(alerts.length).toBeGreaterThan(10);
    const untested = alerts.filter(
      ([, name]) => !new RegExp(`alertname: ${name}\\n +exp_alerts:\\n +- `).test(tested),
    );
    expect(untested.map(([, name]) => name)).toEqual([]);
  });
});
