import { parseJson, type CatalogueListing, type Listing } from '@mkt/protocol';
import { printable, quoteArgument } from '../terminal/text.ts';

const MAX_TYPED = 100;

type Called = Pick<CatalogueListing | Listing, 'slug' | 'runContract'>;

/**
 * The command that calls a listing with its example as input; `undefined` if that cannot be typed. The
 * seller's example may be any text: only JSON is used, since `@file` would send a file of the buyer.
 */
export function exampleCommand({ slug, runContract }: Called): string | undefined {
  const { requestExampleJson: example } = runContract;
  const isTypable =
    example !== undefined &&
    example.length <= MAX_TYPED &&
    printable(example) === example &&
    parseJson(Buffer.from(example)).ok;
  return isTypable ? `mkt run ${quoteArgument(slug)} --input ${quoteArgument(example)}` : undefined;
}

/** The command that calls a listing, with its example as input if that can be typed. */
export const commandToRun = (listing: Called): string =>
  exampleCommand(listing) ?? `mkt run ${quoteArgument(listing.slug)}`;
