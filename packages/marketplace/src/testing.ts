import { openForTest, type TestMarketplaceOptions } from './testing/open.ts';
import type { TestMarketplace } from './testing/market.ts';

export {
  createMovableClock as createTestClock,
  type MovableClock as TestClock,
} from './server/outside.ts';
export type { AccountOptions, CreatedAccount } from './server/marketplace.ts';
export type { Behaviour } from './test-sellers/scripted-service.ts';
export type { FetchService } from './test-sellers/fetch-server.ts';
export type { ScriptedCall } from './test-sellers/scripted-service.ts';
export type { TestDuration } from './testing/time.ts';
export type {
  PublishServiceOptions,
  TestAccount,
  TestMarketClock,
  TestMarketplace,
} from './testing/market.ts';
export type { MakeService, Publishable, PublishedService } from './testing/publish-service.ts';
export type {
  BehaviourOptions,
  ScriptedSeller,
  ScriptedSellerOptions,
} from './testing/scripted-seller.ts';
export type { TestMarketplaceOptions } from './testing/open.ts';

/**
 * A complete marketplace on its own port, with a clock that tests move; in memory unless
 * `data` names a folder. Rejects with a `ConfigError` if a setting is not valid.
 *
 * ```ts
 * await using market = await createTestMarketplace();
 * const { slug } = await market.publish(service);
 * await market.client().run(slug, { text: 'Hello there.' });
 * ```
 */
export function createTestMarketplace(
  options: TestMarketplaceOptions = {},
): Promise<TestMarketplace> {
  return openForTest(options, { retriesCalls: false });
}
