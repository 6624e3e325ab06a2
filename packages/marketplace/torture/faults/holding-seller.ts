import { json, startSeller, type Seller } from '../../../../test-bed/seller.ts';

/** A seller that waits with its response to the inputs that ask for it (`{"hold": true}`). */
export interface HoldingSeller extends Seller {
  /** Responds to the calls that it holds. */
  releaseHeld(): void;
}

export async function openHoldingSeller(): Promise<HoldingSeller> {
  let released = Promise.withResolvers<void>();
  const seller = await startSeller({
    handlers: {
      'POST /run': async ({ body }) => {
        if (body.includes('hold')) await released.promise;
        return json({ echo: JSON.parse(body.toString()) });
      },
    },
  });
  return {
    ...seller,
    releaseHeld() {
      released.resolve();
      released = Promise.withResolvers();
    },
  };
}
