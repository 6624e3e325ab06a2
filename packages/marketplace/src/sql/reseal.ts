import {
  allSecrets,
  installationValues,
  saveResealed,
  replaceInstallationValue,
  saveResealedWebhook,
  webhookSecrets,
} from './operations/reseal.ts';
import type { Sealing } from './sealing.ts';
import type { Engine } from './engine.ts';

type Reseal = (sealed: string, owner: string) => string;

async function resealListings({ read, write }: Engine, reseal: Reseal): Promise<number> {
  let count = 0;
  let after = '';
  for (;;) {
    const rows = await read(allSecrets, after);
    if (rows.length === 0) return count;
    for (const before of rows) {
      const { listing_id: owner, sealed, previous_sealed: previous } = before;
      await write(saveResealed, {
        before,
        sealed: reseal(sealed, owner),
        previousSealed: previous === null ? null : reseal(previous, owner),
      });
      after = owner;
      count++;
    }
  }
}

async function resealWebhooks({ read, write }: Engine, reseal: Reseal): Promise<number> {
  let count = 0;
  let after = '';
  for (;;) {
    const rows = await read(webhookSecrets, after);
    if (rows.length === 0) return count;
    for (const before of rows) {
      const { id: owner, sealed, previous_sealed: previous } = before;
      await write(saveResealedWebhook, {
        before,
        sealed: reseal(sealed, owner),
        previousSealed: previous === null ? null : reseal(previous, owner),
      });
      after = owner;
      count++;
    }
  }
}

/**
 * Encrypts everything again with the newest key, so that the older keys can be removed. It is safe to
 * run while a server runs, and to repeat. Returns how many secrets of listings and webhooks there are.
 */
export async function resealAll(engine: Engine, sealing: Sealing): Promise<number> {
  const reseal: Reseal = (sealed, owner) => sealing.seal(sealing.open(sealed, owner), owner);
  for (const { name, value } of await engine.read(installationValues, undefined)) {
    const after = reseal(value, name);
    await engine.write(replaceInstallationValue, { name, before: value, after });
  }
  return (await resealListings(engine, reseal)) + (await resealWebhooks(engine, reseal));
}
