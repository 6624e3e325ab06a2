import { openMarketplace } from '../../src/composition/open-marketplace.ts';
import { readConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/env.ts';
import { pause } from '../../src/domain/clock.ts';
import { createMovableClock } from '../../src/system/movable-clock.ts';
import { systemClock } from '../../src/system/clock.ts';
import { createApi, type Api } from '../../test/api.ts';
import { openCountingSeller, type CountingSeller } from './counting-seller.ts';
import type { FaultyEngine } from './engines.ts';
import { createFaults, type Faults } from './fault-plan.ts';
import { FaultBroke } from './patient-api.ts';

const SETTLE_RETRY_MS = 500;
const REVIEW_MS = 1_000;
const ONE_CALL = { MKT_CALLS_PER_SELLER: '1' };

/** A whole marketplace whose database fails when it is told to. */
export interface FaultyMarket {
  api: Api;
  seller: CountingSeller;
  faults: Faults;
  /** Moves the time ahead, then runs the chores that this makes due. */
  advance(ms: number): Promise<void>;
  /** Resolves when no review is under way, or none gets on. */
  reviewsIdle(): Promise<void>;
  /** Rejects with what would have ended a process that has no torture around it. */
  died: Promise<never>;
  close(): Promise<void>;
}

export async function openFaultyMarket(engine: FaultyEngine): Promise<FaultyMarket> {
  const { next, ...faults } = createFaults();
  const restore = engine.makeFail({ next });
  const clock = createMovableClock();
  const death = Promise.withResolvers<never>();
  death.promise.catch(() => undefined);
  const onDeath = (error: unknown) =>
    death.reject(new FaultBroke('the process would have ended', undefined, { cause: error }));
  process.on('uncaughtException', onDeath);
  process.on('unhandledRejection', onDeath);
  const seller = await openCountingSeller();
  const market = await openMarketplace({
    config: readConfig(
      { dev: true, port: 0, ...engine.flags },
      readEnvironment(ONE_CALL),
      undefined,
    ),
    clock,
    log: {
      info() {},
      warn() {},
      // An outcome that could not be stored is tried again after a while: let it pass.
      error: () => void setImmediate(() => clock.move(SETTLE_RETRY_MS)),
    },
    memory: engine.memory,
    manual: true,
  });
  return {
    api: createApi(market.url, market.devApiKey),
    seller,
    faults,
    async advance(ms) {
      clock.move(ms);
      await market.tick(clock.now());
    },
    async reviewsIdle() {
      // It asks the database itself, which fails as for anybody else; and a review whose every try
      // failed rests until a sweep wakes it.
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
