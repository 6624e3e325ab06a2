import { setTimeout as pause } from 'node:timers/promises';
import { awaitService, readContractText } from './find-service.ts';
import type { DevReport } from './dev-report.ts';
import type { ProjectWatcher } from './watch-project.ts';

const POLL_MS = 1_000;

export interface FollowedService {
  serviceUrl: string;
  watcher: ProjectWatcher;
  report: DevReport;
  onReady(url: string): Promise<unknown>;
  signal: AbortSignal;
}

/**
 * Checks a service that mkt dev did not start: when it responds, whenever its contract is different,
 * and after changes of the project, in which its own watcher may have started it again.
 */
export async function followService(options: FollowedService): Promise<never> {
  const { serviceUrl, watcher, report, onReady, signal } = options;
  let changed: string | undefined;
  const watch = async () => {
    for (;;) changed = await watcher.next();
  };
  void watch();
  for (;;) {
    await awaitService(serviceUrl, signal);
    report.ready(serviceUrl, 0, undefined);
    await onReady(serviceUrl);
    const before = await readContractText(serviceUrl, signal);
    for (;;) {
      await pause(POLL_MS, undefined, { signal });
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
