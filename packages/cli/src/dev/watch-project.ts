import { relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { watch } from 'chokidar';

export interface ProjectWatcher {
  /** Resolves after the next change, once a burst of changes is over, with a path that has changed. */
  next(): Promise<string>;
  close(): Promise<void>;
}

/** Dependencies, build output, data of tools. Everything hidden is left out too, except `.env`. */
const SKIPPED = new Set([
  'node_modules',
  'dist',
  'build',
  'coverage',
  '__pycache__',
  'venv',
  'target',
]);
/** A service may write data files beside its source, which must not restart it. */
const SOURCE =
  /(?:^\.env$|\.(?:[cm]?[jt]sx?|json|py|rb|php|go|rs|java|kt|cs|ex|exs|lua|ya?ml|toml|html|graphql|proto)$)/;
/** An editor or a version control tool changes several files within milliseconds. */
const QUIET_MS = 50;
const MAX_WAIT_MS = 1_000;

function isWatched(folder: string, path: string, isFile: boolean | undefined): boolean {
  const parts = relative(folder, path).split(sep);
  const name = parts.at(-1) ?? '';
  if (parts.some((part) => SKIPPED.has(part))) return false;
  if (parts.slice(0, -1).some((part) => part.startsWith('.'))) return false;
  if (name.startsWith('.') && name !== '.env') return false;
  return isFile !== true || SOURCE.test(name);
}

/**
 * Watches the sources in a folder. Files that are replaced by others with their name are noticed, as
 * most editors save. `paths` are relative to the folder; by default all of it.
 */
export async function watchProject(
  folder: string,
  paths: readonly string[],
  {
    ignores,
    onError,
  }: {
    /** Evaluated after a burst. */ ignores(path: string): boolean;
    onError(message: string): void;
  },
): Promise<ProjectWatcher> {
  const changed = new Set<string>();
  let changedAt = 0;
  let firstAt = 0;
  let wake = () => {};
  let isPolling = false;
  const open = (usePolling: boolean) =>
    watch(paths.length === 0 ? folder : [...paths], {
      cwd: folder,
      ignoreInitial: true,
      followSymlinks: false,
      usePolling,
      ignored: (path, stats) => path !== folder && !isWatched(folder, path, stats?.isFile()),
    });
  let watcher = open(false);
  const listen = () =>
    new Promise<void>((ready) => {
      watcher.once('ready', ready);
      watcher.on('all', (_, path) => {
        if (changed.size === 0) firstAt = performance.now();
        changed.add(path);
        changedAt = performance.now();
        wake();
      });
      watcher.on('error', (error) => {
        const { code = String(error) } = error as NodeJS.ErrnoException;
        if (code !== 'ENOSPC' && code !== 'EMFILE') return onError(code);
        // The system allows no more watches. Reading the times of the files always works.
        if (isPolling) return;
        isPolling = true;
        void watcher.close();
        watcher = open(true);
        void poll(ready);
      });
    });
  const poll = async (ready: () => void) => {
    await listen();
    ready();
  };
  await listen();
  /** The paths of a burst, once it is over. */
  async function burst(): Promise<string[]> {
    if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
    for (;;) {
      const now = performance.now();
      const leftMs = Math.min(changedAt + QUIET_MS, firstAt + MAX_WAIT_MS) - now;
      if (leftMs <= 0) break;
      await pause(leftMs);
    }
    const paths = [...changed];
    changed.clear();
    return paths;
  }

  return {
    next: async () => {
      for (;;) {
        const path = (await burst()).find((each) => !ignores(each));
        if (path !== undefined) return path;
      }
    },
    close: () => watcher.close(),
  };
}
