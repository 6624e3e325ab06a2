import process from 'node:process';
import { createClient } from '@mkt/client';
import { CliError } from '../errors/cli-error.ts';
import type { Output } from '../terminal/output.ts';
import type { Shell } from '../terminal/shell.ts';
import { keysLine, readKeys } from './dev-keys.ts';
import { createDevReport } from './report.ts';
import { followService } from './follow-service.ts';
import { handleKey } from './handle-keys.ts';
import { openMarket } from './open-market.ts';
import { sellService } from './sell-service.ts';
import { runServiceLoop } from './service-loop.ts';
import { followCalls } from './follow-calls.ts';
import { startCommand } from './start-command.ts';
import { watchProject } from './watch-project.ts';

export interface DevOptions {
  /** Of the marketplace; 0 takes any free port. */
  port: number;
  serviceUrl: string | undefined;
  /** The start command; empty for that of the project. */
  command: readonly string[];
  /** What is watched; empty for the whole project. */
  watch: readonly string[];
  hasKeys: boolean;
}

/** Set for the service, so that a script of it that runs `mkt dev` is noticed. */
const RUNNING = 'MKT_DEV';
const PARENT_CHECK_MS = 500;

/** Runs everything until a signal or the key `q`; then nothing of it is left. */
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
