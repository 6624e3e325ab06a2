import type { Log } from '../src/market/outside.ts';
import type { App } from '../src/server/context.ts';

export const SILENT: Log = { info() {}, warn() {}, error() {} };

/** A context with what a test needs. Anything else of it fails with its name. */
export function contextOf(parts: Partial<App>): App {
  return new Proxy(parts as App, {
    get(target, name) {
      if (!(name in target)) throw new Error(`The context of this test has no ${String(name)}.`);
      return target[name as keyof App];
    },
  });
}
