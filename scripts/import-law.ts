/** Who may import whom, types included. `import-law.test.ts` enforces it; lint forbids cycles. */
export interface PackageLaw {
  /**
   * The folders and files in `src`, lowest first: each may import itself and what is before its line.
   * Those of one line do not see each other, unless `+` joins them. What has no line may not exist.
   */
  layers?: readonly string[];
  /** Folders whose own folders do not see each other. */
  apart?: readonly string[];
  /** Other imports that are allowed, each `importer -> imported`. `*` stands for any name. */
  also?: readonly string[];
  /** Files whose types every file may import, with `import type`. */
  types?: readonly string[];
  /** Libraries that only some folders or files may import. `node:*` stands for all of Node. */
  only?: Readonly<Record<string, readonly string[]>>;
}

const NOWHERE: readonly string[] = [];

export const LAW: Readonly<Record<string, PackageLaw>> = {
  protocol: { only: { 'node:*': ['signing/node.ts'] } },
  'json-schema': { only: { 'node:*': NOWHERE } },
  conformance: {},
  'seller-kit': { only: { 'node:*': ['node'] } },
  client: { only: { 'node:*': NOWHERE } },
  mcp: { only: { 'node:child_process': NOWHERE, 'node:fs': NOWHERE } },
  cli: {
    layers: [
      'terminal this-package.ts',
      'errors',
      'input',
      'store show',
      'cli publish validate init+openapi types',
      'orders doctor',
      'batch dev',
      'commands',
      'run.ts',
      'main.ts',
    ],
    // The table of commands loads each of them when it runs.
    also: ['cli/command-table.ts -> commands'],
    only: {
      commander: ['{cli,commands,errors,init,store}', 'run.ts'],
    },
  },
  dashboard: {
    layers: ['theme', 'ui', 'data', 'form orders', 'pages', 'routes.ts', 'shell', 'main.tsx'],
    apart: ['pages'],
    only: { 'node:*': NOWHERE, '@tanstack/react-query': ['data', 'pages', 'shell'] },
  },
  marketplace: {
    layers: [
      'structures',
      'market',
      'database',
      'http schemas sellers',
      'accounts+audit+catalogue+events+keys+listings+orders+stats+webhooks',
      'test-sellers transfer',
      'server',
      'commands testing',
      'main.ts index.ts testing.ts',
    ],
    types: ['server/context.ts'],
    only: {
      '@opentelemetry/api': ['server/tracing.ts'],
      'better-auth': ['accounts/better-auth.ts'],
      'better-sqlite3': ['database/sqlite'],
      express: ['http', 'server/listener.ts'],
      kysely: ['database', '*/sql*.ts'],
      'node-cron': ['server/jobs.ts'],
      'node:dns': ['sellers'],
      pg: ['database/postgres'],
      'pg-boss': ['server/boss-jobs.ts'],
      pino: ['server/log.ts'],
      undici: ['sellers'],
    },
  },
};
