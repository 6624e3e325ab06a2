import { ERROR_TYPES } from '@mkt/protocol';
import { ALL_ROUTES, pathPattern } from '@mkt/protocol/openapi';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../packages/marketplace/src/server/settings.ts';
import { blocksOf, codeSpansOf } from './markdown.ts';
import { FILES, PAGES, read } from './pages.ts';

/** The code of the packages, of the client for Python and of the end-to-end tests, which have settings of their own. */
const ALL_SOURCES = FILES.filter((path) =>
  /^(?:packages\/[^/]+\/(?:src|schemas|bin)|e2e)\/.*\.(?:ts|js|json)$|\/mkt\.py$/.test(path),
)
  .map(read)
  .join('\n');
/** All code of a page, in spans and blocks. */
const codeOf = (text: string) => [
  ...codeSpansOf(text),
  ...blocksOf(text).map((block) => block.text),
];

describe('a setting', () => {
  /** Such a variable ends with the slug of any listing. */
  const OF_LISTING = 'MKT_SIGNING_SECRET_';
  const VARIABLE = /\bMKT_[A-Z0-9_]+/g;
  const known = new Set([
    ...Object.keys(SETTINGS),
    ...[...ALL_SOURCES.matchAll(/(?:['"]|env\.)(MKT_[A-Z0-9_]*[A-Z0-9])\b/g)].map(
      ([, name = '']) => name,
    ),
  ]);
  const named = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(VARIABLE)]
      .filter(([name]) => !name.startsWith(OF_LISTING))
      .map(([name]) => ({ path, name })),
  );

  it('every setting that a page names exists', () => {
    expect(named.length).toBeGreaterThan(60);
    const unknown = named.filter(({ name }) =>
      // `MKT_RATE_…` means all settings with this prefix.
      name.endsWith('_') ? ![...known].some((each) => each.startsWith(name)) : !known.has(name),
    );
    expect(unknown).toEqual([]);
  });

  it('every setting that exists is named by a page', () => {
    expect(known.size).toBeGreaterThan(Object.keys(SETTINGS).length);
    const pages = new Set(named.map(({ name }) => name));
    // Settings of tests are not for users.
    const settings = [...known].filter(
      (name) => !/^MKT_(?:ACCEPTANCE|TEST)_/.test(name) && !name.startsWith(OF_LISTING),
    );
    expect(settings.filter((name) => !pages.has(name))).toEqual([]);
  });
});

describe('an error type', () => {
  const types: Record<string, { status: number; importStatus?: number }> = ERROR_TYPES;
  const STATUS = /\b([45]\d\d) `([a-z_]+)`/g;

  it('is named with its status', () => {
    const named = PAGES.flatMap(({ path, text }) =>
      [...text.matchAll(STATUS)].map(([, status, type = '']) => ({
        path,
        status: Number(status),
        type,
      })),
    );
    expect(named.length).toBeGreaterThan(40);
    const wrong = named.filter(
      ({ status, type }) => types[type]?.status !== status && types[type]?.importStatus !== status,
    );
    expect(wrong).toEqual([]);
  });

  it('is explained by a guide, not by the table alone', () => {
    const guides = PAGES.filter(
      ({ path }) =>
        path.startsWith('docs/') &&
        !/^docs\/(?:adr\/|reference\/(?:cli|endpoints|errors)\.md)/.test(path),
    )
      .flatMap(({ text }) => codeSpansOf(text))
      .join('\n');
    expect(guides).not.toBe('');
    const missing = Object.keys(types).filter((type) => !guides.includes(type));
    // Its name says it all.
    expect(missing).toEqual(['internal']);
  });
});

describe('a code word', () => {
  // `like_this`: an error type, a failure kind, a status, a warning, a metric.
  const WORD = /^[a-z]+(?:_[a-z0-9]+)+$/;
  const POSTGRES_NAMES = new Set([
    'synchronous_commit',
    'max_connections',
    'max_prepared_statements',
    'pg_basebackup',
    'pg_dump',
    'pg_upgrade',
    'synchronous_standby_names',
    'lock_timeout',
  ]);
  // Their names come from prom-client; e2e/guides.test.ts compares them with what a server exposes.
  const PROM_CLIENT_PREFIX = /^(?:process|nodejs)_/;

  it('every code word that a page names occurs in the code', () => {
    const named = PAGES.flatMap(({ path, text }) =>
      codeSpansOf(text)
        .filter(
          (code) => WORD.test(code) && !POSTGRES_NAMES.has(code) && !PROM_CLIENT_PREFIX.test(code),
        )
        .map((word) => ({ path, word })),
    );
    expect(named.length).toBeGreaterThan(100);
    const unknown = named.filter(
      ({ word }) => !new RegExp(String.raw`(?<![a-z_])${word}(?![a-z_])`).test(ALL_SOURCES),
    );
    expect(unknown).toEqual([]);
  });
});

describe('an endpoint', () => {
  const NAMED = /\b(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[^\s`"'),─]*)/g;
  const PATH = /(?<![\w}])\/v1\/[^\s`"'),]*/g;
  /** What a seller's service answers, and what the marketplace has outside `/v1`. */
  const OTHERS = new Set([
    '/',
    '/contract',
    '/health',
    '/run',
    '/healthz',
    '/readyz',
    '/metrics',
    '/mcp',
  ]);
  const routes = Object.values(ALL_ROUTES).map(({ method, path }) => ({
    method,
    pattern: pathPattern(path),
  }));
  const plain = (path: string) => path.replace(/[?#].*$/, '').replace(/(?<=.)[/.;:]$/, '');
  const exists = (path: string, method?: string) =>
    OTHERS.has(path) ||
    routes.some((route) => (method ?? route.method) === route.method && route.pattern.test(path));

  it('every endpoint that a page names exists, with that method', () => {
    const named = PAGES.flatMap(({ path: page, text }) =>
      codeOf(text).flatMap((code) => [
        ...[...code.matchAll(NAMED)].map(([, method, path = '']) => ({ page, method, path })),
        ...[...code.matchAll(PATH)].map(([path]) => ({ page, method: undefined, path })),
      ]),
    ).filter(({ path }) => !path.includes('…'));
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter(({ path, method }) => !exists(plain(path), method))).toEqual([]);
  });
});
