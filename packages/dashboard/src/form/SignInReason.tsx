import { useSearch } from 'wouter';
import { returnTo, SELLING } from '../data/address.ts';
import { usePublishedListing } from '../data/catalogue.ts';
import { VisibleText } from '../ui/VisibleText.tsx';

/** What people are asked to sign in for, by the first part of the page's address. */
const PURPOSES: Readonly<Record<string, string>> = {
  orders: 'see your orders',
  usage: 'see your usage',
  selling: 'see your listings',
  sales: 'see your sales',
  keys: 'see your API keys',
  webhooks: 'see your webhooks',
  audit: 'see your audit log',
  account: 'see your account',
  device: 'continue',
};

/**
 * Why a visitor came here: from a listing, to list a service, or from a page of an account unless there are
 * `usual` words.
 */
export function SignInReason({ verb, usual }: { verb: string; usual?: string }) {
  const to = returnTo(useSearch());
  const slug = /^\/listings\/([a-z0-9-]+)/.exec(to)?.[1];
  const listing = usePublishedListing(slug);
  if (slug === undefined) {
    if (to === SELLING) return `${verb} to list your service.`;
    const purpose = PURPOSES[/^\/([a-z]+)/.exec(to)?.[1] ?? ''];
    return usual ?? (purpose && `${verb} to ${purpose}.`);
  }
  if (!listing) return null;
  return (
    <>
      {verb} to run <VisibleText>{listing.title}</VisibleText>. Your input is kept.
    </>
  );
}
