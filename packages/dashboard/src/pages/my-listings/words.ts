import type { ListingStatus } from '@mkt/client';
import type { StateChange } from '../../data/listings.ts';

const CHANGES: Readonly<Record<ListingStatus, readonly StateChange[]>> = {
  draft: ['submit'],
  pending_review: [],
  flagged: ['submit'],
  published: ['pause', 'archive'],
  paused: ['resume', 'archive'],
  archived: [],
};

/** What can be done with a listing in a state (docs/sell/listings.md#states). */
export const stateChanges = (status: ListingStatus): readonly StateChange[] => CHANGES[status];

/** It gets a signing secret when it is first published. */
export const hasSecret = (status: ListingStatus): boolean =>
  status === 'published' || status === 'paused';

/** Whether its content can be changed (docs/sell/listings.md#changes). */
export const canEdit = (status: ListingStatus): boolean =>
  status !== 'pending_review' && status !== 'archived';

/** One that may have been published has orders: it is archived instead. */
export const canDelete = (status: ListingStatus): boolean =>
  status === 'draft' || status === 'flagged';
