import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { returnTo } from '../data/address.ts';
import { publishedListingQuery } from '../data/catalogue.ts';
import { VisibleText } from '../ui/VisibleText.tsx';

/** Why a visitor came here from a listing; otherwise `usual`. */
export function SignInReason({ verb, usual }: { verb: string; usual?: string }) {
  const slug = /^\/listings\/([a-z0-9-]+)/.exec(returnTo(useSearch()))?.[1];
  const { data } = useQuery({
    ...publishedListingQuery(slug ?? ''),
    enabled: slug !== undefined,
  });
  if (slug === undefined) return usual;
  if (!data) return null;
  return (
    <>
      {verb} to run <VisibleText>{data.title}</VisibleText>. Your input is kept.
    </>
  );
}
