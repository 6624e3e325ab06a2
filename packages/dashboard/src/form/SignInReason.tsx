import { useSearch } from 'wouter';
import { returnTo } from '../data/address.ts';
import { usePublishedListing } from '../data/catalogue.ts';
import { VisibleText } from '../ui/VisibleText.tsx';

/** Why a visitor came here from a listing; otherwise `usual`. */
export function SignInReason({ verb, usual }: { verb: string; usual?: string }) {
  const slug = /^\/listings\/([a-z0-9-]+)/.exec(returnTo(useSearch()))?.[1];
  const listing = usePublishedListing(slug);
  if (slug === undefined) return usual;
  if (!listing) return null;
  return (
    <>
      {verb} to run <VisibleText>{listing.title}</VisibleText>. Your input is kept.
    </>
  );
}
