import type { OwnListing } from '@mkt/client';

export interface Step {
  title: string;
  says: string;
  isDone: boolean;
  /** Undefined if another step comes first. */
  action: { label: string; href: string } | undefined;
}

interface Bought {
  hasOrder: boolean;
  /** The slug of a listing that was called, if there is one. */
  called?: string | undefined;
  hasKey: boolean;
  /** Placed with a key, not on a page. */
  hasOrderByKey: boolean;
}

/** From a look at the catalogue to a program that calls a service. */
export const buyerSteps = ({
  hasOrder,
  called,
  hasKey,
  hasOrderByKey,
}: Bought): readonly Step[] => [
  {
    title: 'Try a call',
    says: 'Choose a listing and run it in your browser.',
    isDone: hasOrder,
    action: { label: 'Open the catalogue', href: '/catalogue' },
  },
  {
    title: 'Make an API key',
    says: 'With a budget, a key can never spend more than you allow.',
    isDone: hasKey,
    action: { label: 'New key', href: '/keys?new' },
  },
  {
    title: 'Call it from code',
    says: 'Each listing’s API tab has the code for your shell and language.',
    isDone: hasOrderByKey,
    action:
      called === undefined
        ? { label: 'Choose a listing', href: '/catalogue' }
        : { label: 'Open the API tab', href: `/listings/${called}?tab=api` },
  },
];

type Listed = Pick<OwnListing, 'id' | 'slug' | 'status'>;

/** From a running service to its first call. */
export function sellerSteps(listings: readonly Listed[], isSold: boolean): readonly Step[] {
  const [newest] = listings;
  const published = listings.find(({ status }) => status === 'published' || status === 'paused');
  return [
    {
      title: 'List a service',
      says: 'Import one that is running, or describe it by hand.',
      isDone: newest !== undefined,
      action: { label: 'New listing', href: '/selling/new' },
    },
    {
      title: 'Pass the review',
      says: 'It takes seconds and tells you what to fix.',
      isDone: published !== undefined,
      action: newest && {
        label: newest.status === 'draft' ? 'Submit for review' : 'See the review',
        href: `/selling/${newest.id}`,
      },
    },
    {
      title: 'Get your first call',
      says: 'Try it yourself to see what buyers get.',
      isDone: isSold,
      action: published && { label: 'Try your listing', href: `/listings/${published.slug}` },
    },
  ];
}
