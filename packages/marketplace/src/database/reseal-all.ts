import {
  installationValues,
  replaceInstallationValue,
  saveResealed,
  sealedRows,
  SECRETS_TABLES,
  type SecretsTable,
} from './reseal.ts';
import type { Sealing } from './sealing.ts';
import type { Engine } from './engine.ts';

type Reseal = (sealed: string, owner: string) => string;

async function resealTable(
  { read, write }: Engine,
  table: SecretsTable,
  reseal: Reseal,
): Promise<number> {
  let count = 0;
  let last = '';
  for (;;) {
    const rows = await read(sealedRows, { table, after: last });
    if (rows.length === 0) return count;
    for (const before of rows) {
      const { owner, sealed, previous } = before;
      const after = {
        sealed: reseal(sealed, owner),
        previous: previous === null ? null : reseal(previous, owner),
      };
      await write(saveResealed, { table, before, after });
      last = owner;
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
  let count = 0;
  for (const table of SECRETS_TABLES) count += await resealTable(engine, table, reseal);
  return count;
}
