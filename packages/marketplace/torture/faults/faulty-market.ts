import { pause } from '../../src/market/outside.ts';
import { systemClock } from '../../src/server/outside.ts';
import { createTestClock, createTestMarketplace } from '../../src/testing.ts';
import { openHoldingSeller, type HoldingSeller } from './holding-seller.ts';
import type { FaultyEngine } from './engines.ts';
import { createFaults, type Faults } from './fault-plan.ts';
import { GuaranteeBroken } from './retrying-api.ts';
import { createApi, type Api } from '../../../../test-bed/api.ts';

const SETTLE_RETRY_MS = 500;
const REVIEW_MS = 1_000;
const ONE_CALL = { MKT_CALLS_PER_SELLER: '1' };

/** A whole marketplace whose database fails on demand. */
export interface FaultyMarket {
  api: Api;
  seller: HoldingSeller;
  faults: Faults;
  /** Advances the clock, then runs the work that becomes due. */
  advance(ms: number): Promise<void>;
  /** Resolves when no review is in flight, or none makes progress. */
  reviewsIdle(): Promise<void>;
  /** Rejects with an error that would have crashed the process. */
  died: Promise<never>;
  close(): Promise<void>;
}

export async function openFaultyMarket(engine: FaultyEngine): Promise<FaultyMarket> {
  const { next, ...faults } = createFaults();
  const restore = engine.makeFail({ next });
  const clock = createTestClock();
  const death = Promise.withResolvers<never>();
  death.promise.catch(() => undefined);
  const onDeath = (error: unknown) =>
    death.reject(
      new GuaranteeBroken('the process would have crashed', undefined, { cause: error }),
    );
  process.on('uncaughtException', onDeath);
  process.on('unhandledRejection', onDeath);
  const seller = await openHoldingSeller();
  const market = await createTestMarketplace({
    ...engine.options,
    environment: { ...ONE_CALL, ...engine.options.environment },
    clock,
    log: {
      info() {},
      warn() {},
      // Storing an outcome is retried after a delay: let it elapse.
      error: () => void setImmediate(() => clock.move(SETTLE_RETRY_MS)),
    },
  });
  return {
    api: createApi(market.url, market.apiKey),
    seller,
    faults,
    async advance(ms) {
      clock.move(ms);
      await market.clock.advance(0);
    },
    async reviewsIdle() {
      // This reads the database, which may fail too; and a review whose every attempt failed waits
      // until a sweep wakes it.
      const idle = market.reviewsIdle().catch(() => undefined);
      await Promise.race([idle, pause(systemClock, REVIEW_MS)]);
    },
    died: death.promise,
    async close() {
      faults.disarm();
      await market.close();
      await seller.close();
      process.off('uncaughtException', onDeath);
      process.off('unhandledRejection', onDeath);
      restore();
    },
  };
}
