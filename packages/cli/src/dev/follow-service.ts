import { setTimeout as pause } from 'node:timers/promises';
import { awaitService, readContractText, type FoundService } from './find-service.ts';
import type { DevReport } from './report.ts';
import type { ProjectWatcher } from './watch-project.ts';

const POLL_MS = 1_000;
/** Of a service without a contract, which may log every request. */
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
export async function followService(options: FollowedService): Promise<never> {
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
