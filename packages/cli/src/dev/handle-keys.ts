import { JsonText, type Client } from '@mkt/client';
import type { Provider } from '@mkt/protocol';
import { describeError } from '../errors/describe-error.ts';
import { openPage } from '../terminal/open-page.ts';
import { keysLine, type DevKey } from './dev-keys.ts';
import type { DevReport } from './dev-report.ts';
import type { Market } from './open-market.ts';

export interface KeyActions {
  client: Client;
  market: Market;
  provider(): Provider | undefined;
  report: DevReport;
  signal: AbortSignal;
  quit(): void;
}

/** Does what a key stands for. Never rejects. */
export async function handleKey(key: DevKey, actions: KeyActions): Promise<void> {
  const { report, market, quit } = actions;
  switch (key) {
    case 'q':
      return quit();
    case 'h':
      return report.line(`  ${keysLine()}`);
    case 'o': {
      const address = market.createDashboardUrl();
      if (await openPage(address)) return report.line('  The dashboard is opened in the browser.');
      return report.problem('No browser could be opened. The dashboard, signed in:', address);
    }
    case 'r':
      return await runExample(actions);
  }
}

/** The result is shown as that of any call. */
async function runExample({ client, provider, report, signal }: KeyActions): Promise<void> {
  const listing = provider();
  if (!listing) return report.problem('Nothing can be run: the service is not published yet.');
  const example = listing.runContract.requestExampleJson;
  if (example === undefined) {
    return report.problem(
      'The contract has no requestExampleJson to run.',
      `Run it with an input of yours: mkt run ${listing.slug} --input '{}'`,
    );
  }
  try {
    await client.activate(listing.slug, new JsonText(example), { signal });
  } catch (error) {
    if (signal.aborted) return;
    const { message, next, type } = await describeError(error, {});
    // It was shown as a refusal.
    if (type !== 'invalid_input') report.problem(message, next);
  }
}
