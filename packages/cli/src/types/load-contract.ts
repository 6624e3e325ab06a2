import { isObject, type CatalogueListing, type Listing } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { pinOf, type ContractPin } from './contract-pin.ts';

/** A listing as types need it. */
export interface LoadedContract {
  slug: string;
  title: string;
  pin: ContractPin;
  inputSchema: unknown;
  outputSchema: unknown;
}

/** The contract in a record of a marketplace, which may be one that this program cannot trust. */
export function contractOf(listing: Listing | CatalogueListing): LoadedContract {
  const { slug, title, revision, runContract } = listing;
  const isListing = typeof slug === 'string' && typeof title === 'string' && isObject(runContract);
  if (!isListing || !Number.isSafeInteger(revision)) {
    throw new CliError(
      'invalid_response',
      'The marketplace responded with something else than a listing.',
      {
        next: 'Check --base-url or MKT_BASE_URL.',
      },
    );
  }
  const { inputSchema, outputSchema } = runContract;
  return { slug, title, pin: pinOf(listing), inputSchema, outputSchema };
}
