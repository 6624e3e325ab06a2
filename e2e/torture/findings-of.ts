import type { TortureOptions } from './options.ts';
import type { Torture } from './torture-run.ts';

export const SEED = 7;
export const WITHIN_MS = 180_000;

/** Runs a program without printing its progress. Returns the findings, followed by the verdict. */
export async function findingsOf(
  torture: Torture,
  options: Partial<TortureOptions>,
): Promise<string[]> {
  const { ok, findings, line } = await torture(
    { seed: SEED, processes: 1, ...options },
    () => undefined,
  );
  return ok ? findings : [...findings, line];
}

/** Times mean something only on an otherwise idle machine: the long runs check them. */
export const isNotOfTime = (finding: string) => !/^slow[ :]|: FAIL /.test(finding);
