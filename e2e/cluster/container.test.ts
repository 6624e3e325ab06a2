// The Dockerfile and compose.yaml have the properties that docs/operate/run.md describes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../../packages/marketplace/src/server/settings.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

describe('compose.yaml', () => {
  const { services, networks } = parse(read('compose.yaml'), { merge: true });

  it('starts Postgres, processes for requests, and one for background work', () => {
    expect(Object.keys(services)).toEqual(['postgres', 'api', 'worker']);
    expect(services.api.environment.MKT_ROLE).toBe('api');
    expect(services.worker.environment.MKT_ROLE).toBe('worker');
  });

  it.each(['api', 'worker'])(
    'runs %s without privileges on a read-only file system, and gives it time to stop',
    (name) => {
      expect(services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        stop_grace_period: '45s',
        depends_on: { postgres: { condition: 'service_healthy' } },
      });
    },
  );

  it('trusts the gateway of its network, from which a proxy on the host connects, and nobody else', () => {
    const [{ subnet, gateway }] = networks.default.ipam.config;
    expect(services.api.environment.MKT_TRUSTED_PROXIES).toBe(
      `\${MKT_TRUSTED_PROXIES:-${gateway}}`,
    );
    expect(subnet).toBe(gateway.replace(/\.1$/, '.0/24'));
  });

  it.each(['api', 'worker'])(
    'lets %s be monitored from the host alone, and limits its memory and its logs',
    (name) => {
      expect(services[name]).toMatchObject({
        mem_limit: '2g',
        logging: { driver: 'local', options: { 'max-size': '50m' } },
        environment: { MKT_METRICS_TOKEN: '${MKT_METRICS_TOKEN:-}' },
      });
      expect(services[name].ports).toHaveLength(1);
      expect(services[name].ports[0]).toMatch(/^127\.0\.0\.1:/);
    },
  );

  it.each(['api', 'worker'])('sets only known variables for %s', (name) => {
    const known = Object.keys(SETTINGS);
    for (const setting of Object.keys(services[name].environment)) expect(known).toContain(setting);
  });
});

describe('the Dockerfile', () => {
  const steps = read('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.trim().split(/\s+/) as [string, ...string[]]);
  const last = steps.slice(steps.findLastIndex(([instruction]) => instruction === 'FROM'));
  const of = (instruction: string) =>
    last
      .find(([name]) => name === instruction)
      ?.slice(1)
      .join(' ');

  it('uses only existing instructions', () => {
    const known =
      'FROM WORKDIR COPY RUN ENV VOLUME USER EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD';
    const continued = (word: string) => /^[A-Z]+$/.test(word);
    const names = steps.map(([name]) => name).filter(continued);
    for (const name of names) expect(known.split(' ')).toContain(name);
  });

  it('runs the server as an unprivileged user, with a health check', () => {
    // By number, as Kubernetes requires.
    expect(of('USER')).toBe('1000:1000');
    expect(of('HEALTHCHECK')).toContain('/readyz');
    expect(JSON.parse(of('ENTRYPOINT') ?? '')).toEqual(['node', 'bin/mkt-marketplace.js']);
    expect(JSON.parse(of('CMD') ?? '')[0]).toBe('serve');
  });
});
