import type { CatalogueListing, Listing } from '@mkt/protocol';
import { printable, quoteArgument } from '../terminal/printable.ts';

const MAX_TYPED = 100;

/** The command that calls a listing, with its example as input if that is short and can be typed. */
export function commandToRun({
  slug,
  runContract: { requestExampleJson: example },
}: Pick<CatalogueListing | Listing, 'slug' | 'runContract'>): string {
  const run = `mkt run ${quoteArgument(slug)}`;
  const isTypable = example && example.length <= MAX_TYPED && printable(example) === example;
  return isTypable ? `${run} --input ${quoteArgument(example)}` : run;
}
