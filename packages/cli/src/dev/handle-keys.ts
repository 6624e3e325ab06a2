import { JsonText, type Client } from '@mkt/client';
import type { Provider } from '@mkt/protocol';
import { describeError } from '../errors/describe-error.ts';
import { openPage } from '../terminal/open-page.ts';
import { keysLine, type DevKey } from './dev-keys.ts';
import type { DevReport } from './report.ts';
import type { Market } from './open-market.ts';

export interface KeyActions {
  client: Client;
  market: Market;
  providers(): readonly Provider[];
  report: DevReport;
  signal: AbortSignal;
  quit(): void;
}

/** Runs the action of a key. Never rejects. */
export async function handleKey(key: DevKey, actions: KeyActions): Promise<void> {
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
