import { parseJson, type CatalogueListing, type Listing } from '@mkt/protocol';
import { printable, quoteArgument } from '../terminal/printable.ts';

const MAX_TYPED = 100;

/**
 * The command that calls a listing, with its example as input if that is short and can be typed. The
 * seller's example may be any text: only JSON is used, since `@file` would send a file of the buyer.
 */
export function commandToRun({
  slug,
  runContract: { requestExampleJson: example },
}: Pick<CatalogueListing | Listing, 'slug' | 'runContract'>): string {
  const run = `mkt run ${quoteArgument(slug)}`;
  const isTypable =
    example !== undefined &&
    example.length <= MAX_TYPED &&
    printable(example) === example &&
    parseJson(Buffer.from(example)).ok;
  return isTypable ? `${run} --input ${quoteArgument(example)}` : run;
}
