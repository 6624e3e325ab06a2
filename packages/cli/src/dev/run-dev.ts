import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient, JsonText } from '@mkt/client';
import type { Provider } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { describeError } from '../errors/describe-error.ts';
import { openPage } from '../terminal/open-page.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';
import { awaitService, type FoundService, readContractText, startCommand } from './find-service.ts';
import { type Market, openMarket } from './open-market.ts';
import { createDevReport, type DevReport, followCalls } from './report.ts';
import { sellService } from './sell-service.ts';
import { runServiceLoop } from './service-loop.ts';
import { type ProjectWatcher, watchProject } from './watch-project.ts';

/** The keys of `mkt dev`, and what each does. */
const KEYS = {
  r: 'run the example as a buyer',
  o: 'open the dashboard',
  h: 'help',
  q: 'quit',
} as const;

export type DevKey = keyof typeof KEYS;

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** One line: `r run the example as a buyer · o open the dashboard · …`. */
const keysLine = (): string =>
  Object.entries(KEYS)
    .map(([key, what]) => `${key} ${what}`)
    .join(' · ');

type RawInput = Shell['stdin'] & { setRawMode?: (isRaw: boolean) => unknown };

/**
 * Reads single keys of a terminal. In raw mode Ctrl-C is a key as well, and quits. Returns a function
 * that gives the terminal back.
 */
function readKeys(stdin: Shell['stdin'], onKey: (key: DevKey) => void): () => void {
  const input: RawInput = stdin;
  const onData = (chunk: Buffer | string) => {
    for (const character of chunk.toString()) {
      const key = character === '?' ? 'h' : character.toLowerCase();
      if (character === CTRL_C || character === CTRL_D) onKey('q');
      else if (Object.hasOwn(KEYS, key)) onKey(key as DevKey);
    }
  };
  // The terminal was closed; a signal follows.
  const onError = () => {};
  input.setRawMode?.(true);
  input.on('data', onData).on('error', onError).resume();
  return () => {
    input.off('data', onData);
    input.setRawMode?.(false);
    input.pause();
  };
}

export interface KeyActions {
  client: Client;
  market: Market;
  providers(): readonly Provider[];
  report: DevReport;
  signal: AbortSignal;
  quit(): void;
}

/** Runs the action of a key. Never rejects. */
async function handleKey(key: DevKey, actions: KeyActions): Promise<void> {
  const { report, market, quit } = actions;
  switch (key) {
    case 'q':
      return quit();
    case 'h':
      return report.line(`  ${keysLine()}`);
    case 'o': {
      const address = market.createDashboardUrl();
      // Over ssh, the opener may succeed without opening a browser.
      report.line(`  The dashboard (this link signs in once, within 5 minutes): ${address}`);
      if (!(await openPage(address))) report.problem('No browser could be opened.');
      return;
    }
    case 'r':
      return await runExample(actions);
  }
}

/** The example of each listing. The results are shown as those of any call. */
async function runExample({ client, providers, report, signal }: KeyActions): Promise<void> {
  const listings = providers();
  if (listings.length === 0)
    report.problem('Nothing can be run: the service is not published yet.');
  for (const { slug, runContract } of listings) {
    const example = runContract.requestExampleJson;
    if (example === undefined) {
      report.problem(
        `The contract of ${slug} has no requestExampleJson to run.`,
        `Run it with your own input: mkt run ${slug} --input '{}'`,
      );
      continue;
    }
    try {
      await client.activate(slug, new JsonText(example), { signal });
    } catch (error) {
      if (signal.aborted) return;
      const { message, next, type } = await describeError(error, {});
      // It was shown as a refusal.
      if (type !== 'invalid_input') report.problem(message, next);
    }
  }
}

const POLL_MS = 1_000;
/** How often to look for a contract at a service that has none: the service may log every request. */
const SLOW_POLL_MS = 5_000;

export interface FollowedService {
  serviceUrl: string;
  watcher: ProjectWatcher;
  report: DevReport;
  onReady(found: FoundService): Promise<unknown>;
  signal: AbortSignal;
}

/**
 * Checks a service that mkt dev did not start: when it responds, whenever its contract is different,
 * and after changes of the project, in which its own watcher may have started it again.
 */
async function followService(options: FollowedService): Promise<never> {
  const { serviceUrl, watcher, report, onReady, signal } = options;
  let changed: string | undefined;
  const watch = async () => {
    for (;;) changed = await watcher.next();
  };
  void watch();
  for (;;) {
    const found = await awaitService(serviceUrl, signal);
    report.ready(serviceUrl, 0, undefined);
    const before = found.hasContract ? await readContractText(serviceUrl, signal) : undefined;
    await onReady(found);
    for (;;) {
      await pause(before === undefined ? SLOW_POLL_MS : POLL_MS, undefined, { signal });
      if (changed !== undefined) {
        report.changed(changed);
        changed = undefined;
        break;
      }
      const text = await readContractText(serviceUrl, signal);
      if (text !== undefined && text !== before) break;
    }
  }
}

export interface DevOptions {
  /** The port of the marketplace; 0 takes any free one. */
  port: number;
  serviceUrl: string | undefined;
  /** The start command; empty for that of the project. */
  command: readonly string[];
  /** What is watched; empty for the whole project. */
  watch: readonly string[];
  hasKeys: boolean;
}

/**
 * Set in the environment of the service, so that `mkt dev` notices when it is started by its own service.
 */
const RUNNING = 'MKT_DEV';
const PARENT_CHECK_MS = 500;

/** Runs everything until a signal or the key `q`, then stops everything that it has started. */
export async function runDev(
  { shell, output }: { shell: Shell; output: Output },
  options: DevOptions,
): Promise<void> {
  const { cwd: folder } = shell;
  if (shell.env[RUNNING] !== undefined) throw nested();
  const isStarted = options.command.length > 0 || options.serviceUrl === undefined;
  const command = isStarted ? await startCommand(folder, options.command) : undefined;
  const report = createDevReport(output);
  const quitting = new AbortController();
  const quit = () => quitting.abort(new Error('mkt dev ends.'));
  const signal = AbortSignal.any([shell.signal, quitting.signal]);
  await using opened = disposableStack();
  const market = await openMarket({
    folder,
    port: options.port,
    onRefusal: (refusal) => {
      if (refusal.type === 'invalid_input') report.refused(refusal);
    },
    onProblem: (message) => report.problem(message),
  });
  opened.defer(() => market.close());
  opened.defer(quit);
  report.marketplace(market);
  const client = createClient({ baseUrl: market.url, apiKey: market.devApiKey });
  const sold = sellService({ client, shell, output, report, isStarted, signal });
  const watcher = await watchProject(folder, options.watch, {
    ignores: sold.isOwnChange,
    onError: (message) => report.problem(`Changes may go unnoticed: ${message}`),
  });
  opened.defer(() => watcher.close());
  opened.defer(endWithParent(shell.env, quit));
  if (options.hasKeys) {
    const actions = { client, market, providers: sold.providers, report, signal, quit };
    opened.defer(readKeys(shell.stdin, (key) => void handleKey(key, actions)));
    output.line(`  ${keysLine()}`);
  }
  const calls = followCalls(client, report, signal);
  opened.defer(() => calls);
  const { serviceUrl } = options;
  const common = { watcher, report, onReady: sold.onReady, signal };
  try {
    if (command) {
      const environment = async () => ({ ...(await sold.environment()), [RUNNING]: '1' });
      await runServiceLoop({ ...common, command, folder, environment, serviceUrl });
    } else if (serviceUrl !== undefined) await followService({ ...common, serviceUrl });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  quit();
}

/** As AsyncDisposableStack, which Node 22 does not have: closes the last first, each even if another fails. */
function disposableStack() {
  const closings: (() => unknown)[] = [];
  return {
    defer: (close: () => unknown) => void closings.push(close),
    async [Symbol.asyncDispose](): Promise<void> {
      const failures: unknown[] = [];
      for (const close of closings.toReversed()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

const nested = () =>
  new CliError('invalid_usage', 'This mkt dev was started by another mkt dev, as its service.', {
    next: 'Name the command of the service itself, as in: mkt dev -- node src/main.js',
  });

/** npm does not pass every signal on: a process that it started ends with it. */
function endWithParent(env: Shell['env'], quit: () => void): () => void {
  if (env['npm_lifecycle_event'] === undefined && env['npm_command'] !== 'exec') return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) quit();
  }, PARENT_CHECK_MS).unref();
  return () => clearInterval(timer);
}
