// A Cloudflare Worker as wrangler would build it, for workerd.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { programOf } from './runtimes.ts';

/** The settings of wrangler.jsonc that workerd needs too. */
interface WranglerSettings {
  main: string;
  compatibility_date: string;
  compatibility_flags?: string[];
  durable_objects?: { bindings: { name: string; class_name: string }[] };
}

export interface WorkerOptions {
  /** Our packages as they are built; from their sources by default. */
  isBuilt?: boolean;
  /** Whether its requests may go to this machine; by default only to public addresses. */
  reachesLoopback?: boolean;
}

export interface WorkerBundle extends AsyncDisposable {
  /** The command that serves it on a port of 127.0.0.1, with these variables as its environment. */
  commandFor(
    port: number,
    variables: Readonly<Record<string, string>>,
  ): Promise<[string, ...string[]]>;
}

/** JSON with comments and trailing commas is an expression of JavaScript. */
const parseJsonc = (source: string) => runInNewContext(`(${source})`) as unknown;

/** Bundles the worker of a wrangler.jsonc; its `vars` are not read. */
export async function bundleWorker(
  wranglerFile: string,
  { isBuilt = false, reachesLoopback = false }: WorkerOptions = {},
): Promise<WorkerBundle> {
  const settings = parseJsonc(await readFile(wranglerFile, 'utf8')) as WranglerSettings;
  const folder = await mkdtemp(join(tmpdir(), 'mkt-worker-'));
  await build({
    entryPoints: [join(dirname(wranglerFile), settings.main)],
    outfile: join(folder, 'worker.js'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    external: ['cloudflare:*', 'node:*'],
    conditions: [...(isBuilt ? [] : ['mkt-source']), 'workerd', 'worker', 'browser'],
    logLevel: 'silent',
  });
  return {
    async commandFor(port, variables) {
      const file = join(folder, `${port}.capnp`);
      // Durable Objects with SQLite need a folder.
      const objects = join(folder, `objects-${port}`);
      await mkdir(objects, { recursive: true });
      await writeFile(file, configOf(settings, { port, variables, objects, reachesLoopback }));
      return [programOf('workerd'), 'serve', file];
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Cap'n Proto's strings have the escapes of JSON that occur here. */
const text = (value: string) => JSON.stringify(value);

interface Serving {
  port: number;
  variables: Readonly<Record<string, string>>;
  /** The folder for the data of Durable Objects. */
  objects: string;
  reachesLoopback: boolean;
}

function configOf(
  settings: WranglerSettings,
  { port, variables, objects, reachesLoopback }: Serving,
): string {
  const classes = settings.durable_objects?.bindings ?? [];
  const bindings = [
    ...Object.entries(variables).map(
      ([name, value]) => `(name = ${text(name)}, text = ${text(value)})`,
    ),
    ...classes.map(
      (each) =>
        `(name = ${text(each.name)}, durableObjectNamespace = (className = ${text(each.class_name)}))`,
    ),
  ];
  const namespaces = classes.map(
    ({ class_name: name }) =>
      `(className = ${text(name)}, uniqueKey = ${text(name)}, enableSql = true)`,
  );
  const addresses = reachesLoopback ? ['public', 'private'] : ['public'];
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = [${addresses.map(text).join(', ')}])),
    (name = "objects", disk = (path = ${text(objects)}, writable = true))
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = ${text(settings.compatibility_date)},
  compatibilityFlags = [${(settings.compatibility_flags ?? []).map(text).join(', ')}],
  bindings = [${bindings.join(', ')}],
  durableObjectNamespaces = [${namespaces.join(', ')}],
  durableObjectStorage = (localDisk = "objects")
);
`;
}
