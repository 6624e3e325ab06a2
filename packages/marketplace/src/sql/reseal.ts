import {
  allSecrets,
  installationValues,
  saveResealed,
  replaceInstallationValue,
} from './operations/reseal.ts';
import type { Sealing } from './sealing.ts';
import type { Engine } from './engine.ts';

/**
 * Seals everything anew with the newest key, so that the older ones can be taken away. Safe to run
 * while a server runs, and to run again. Answers how many secrets it went through.
 */
export async function resealAll({ read, write }: Engine, sealing: Sealing): Promise<number> {
  const anew = (sealed: string, owner: string) => sealing.seal(sealing.open(sealed, owner), owner);
  for (const { name, value } of await read(installationValues, undefined)) {
    await write(replaceInstallationValue, { name, before: value, after: anew(value, name) });
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
        sealed: anew(sealed, owner),
        previousSealed: previous === null ? null : anew(previous, owner),
      });
      after = owner;
      count++;
    }
  }
}
