import type { Home } from '../markets.ts';
import { runMarketplace } from '../marketplace-process.ts';

/** Runs a command of the operator on the database of a marketplace. */
export async function runCommand({ folder, database }: Home, ...args: string[]) {
  const place = database ? ['--database', database] : ['--data', folder ?? ''];
  const { code, stdout, stderr } = await runMarketplace([...args, ...place]);
  return { code, stdout, stderr };
}
