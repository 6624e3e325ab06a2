// What single pages say, compared with the code that decides it.
import { ERROR_TYPES, LIMITS } from '@mkt/protocol';
import { SCHEMAS } from '@mkt/protocol/schemas';
import { describe, expect, it } from 'vitest';
import { SCHEMA_CAPS } from '../../packages/json-schema/src/inspect/schema-caps.ts';
import { anchorsOf, tableRowsOf } from './markdown.ts';
import { read } from './pages.ts';

describe.each(['docs/buy/orders.md', 'docs/sell/diagnose.md'])('%s', (page) => {
  it('has a row for every kind of failure', () => {
    const { FailureKind } = SCHEMAS;
    const kinds = FailureKind['enum'] as string[];
    const rows = tableRowsOf(read(page)).map(([first = '']) => first);
    const start = rows.indexOf('`failure.kind`');
    // The head, the line below it, and the rows.
    expect(rows.slice(start + 2, start + 2 + kinds.length).toSorted()).toEqual(
      kinds.map((kind) => `\`${kind}\``).toSorted(),
    );
    expect(kinds.length).toBeGreaterThan(5);
  });

  it('names every reason of a failure', () => {
    const reasons = SCHEMAS.FailureReason['enum'] as string[];
    const text = read(page);
    expect(reasons.filter((reason) => !text.includes(`\`${reason}\``))).toEqual([]);
    expect(reasons.length).toBeGreaterThan(5);
  });
});

describe('docs/reference/errors.md', () => {
  it('has a heading for every type, to which anyone can link', () => {
    const anchors = anchorsOf(read('docs/reference/errors.md'));
    expect(Object.keys(ERROR_TYPES).filter((type) => !anchors.has(type))).toEqual([]);
  });
});

describe('docs/reference/limits.md', () => {
  it('names every limit on a schema, and no other', () => {
    const [, limits = ''] =
      tableRowsOf(read('docs/reference/limits.md')).find(([what]) => what === 'a schema') ?? [];
    const named = [...limits.matchAll(/\d[\d,]*/g)].map(([text]) =>
      Number(text.replaceAll(',', '')),
    );
    // `jsonDepth` is the limit of all JSON, which has a row of its own.
    const { textBytes, jsonDepth: _, ...others } = SCHEMA_CAPS;
    const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
    expect(ascending(named)).toEqual(ascending([textBytes / 1024, ...Object.values(others)]));
  });
});

describe('the configuration of a proxy in docs/deploy', () => {
  /** After which the server closes an idle connection: e2e/guides.test.ts. */
  const IDLE_SECONDS = 65;
  const seconds = (text: string, setting: RegExp) => Number(setting.exec(text)?.[1]);

  it('lets nginx wait for an order, pass on a large body, and not reuse a closed connection', () => {
    const nginx = read('docs/deploy/nginx.conf');
    expect(seconds(nginx, /proxy_read_timeout (\d+)s;/)).toBeGreaterThan(LIMITS.maxWaitSeconds);
    const megabytes = Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]);
    expect(megabytes * 1024 * 1024).toBeGreaterThan(LIMITS.requestBodyBytes);
    expect(seconds(nginx, /keepalive_timeout (\d+)s;/)).toBeLessThan(IDLE_SECONDS);
  });

  it('lets Caddy wait for an order, and not reuse a closed connection', () => {
    const caddy = read('docs/deploy/Caddyfile');
    const wait = seconds(caddy, /response_header_timeout (\d+)s/);
    expect(wait).toBeGreaterThan(LIMITS.maxWaitSeconds);
    expect(seconds(caddy, /\bkeepalive (\d+)s/)).toBeLessThan(IDLE_SECONDS);
  });
});
