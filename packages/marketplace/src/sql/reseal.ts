import {
  allSecrets,
  installationValues,
  saveResealed,
  replaceInstallationValue,
} from './operations/reseal.ts';
import type { Sealing } from './sealing.ts';
import type { Engine } from './engine.ts';

/**
 * Encrypts everything again with the newest key, so that the older keys can be removed. It is safe to
 * run while a server runs, and to repeat. Returns how many signing secrets there are.
 */
export async function resealAll({ read, write }: Engine, sealing: Sealing): Promise<number> {
  const resealed = (sealed: string, owner: string) =>
    sealing.seal(sealing.open(sealed, owner), owner);
  for (const { name, value } of await read(installationValues, undefined)) {
    await write(replaceInstallationValue, { name, before: value, after: resealed(value, name) });
  }
  let count = 0;
  let after = '';
  for (;;) {
    const rows = await read(allSecrets, after);
    if (rows.length === 0) return count;
    for (const before of rows) {
      const { listing_id: owner, sealed, previous_sealed: previous } = before;
      await write(saveResealed, {
        before,
        sealed: resealed(sealed, owner),
        previousSealed: previous === null ? null : resealed(previous, owner),
      });
      after = owner;
      count++;
    }
  }
}
