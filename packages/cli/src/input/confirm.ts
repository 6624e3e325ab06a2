import { CliError } from '../errors/cli-error.ts';
import type { Ask } from './ask.ts';

/** Prompts for confirmation unless `--yes` was given; declining is an error. */
export async function confirm(
  { ask }: { ask: Ask },
  message: string,
  yes: boolean | undefined,
): Promise<void> {
  if (yes) return;
  if (await ask.confirm({ message, flag: '--yes', default: false })) return;
  throw new CliError('declined', 'Cancelled: nothing was changed.');
}
