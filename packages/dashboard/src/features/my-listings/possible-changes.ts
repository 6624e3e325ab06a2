import type { ProviderStatus } from '@mkt/client';
import type { StateChange } from '../../data/providers.ts';

const CHANGES: Readonly<Record<ProviderStatus, readonly StateChange[]>> = {
  draft: ['submit'],
  pending_review: [],
  flagged: ['submit'],
  published: ['pause', 'archive'],
  paused: ['resume', 'archive'],
  archived: [],
};

/** What can be done with a listing in a state (docs/sell/listings.md#states). */
export const stateChanges = (status: ProviderStatus): readonly StateChange[] => CHANGES[status];

/** It gets a signing secret when it is first published. */
export const hasSecret = (status: ProviderStatus): boolean =>
  status === 'published' || status === 'paused';

/** Whether its content can be changed (docs/sell/listings.md#changes). */
export const canEdit = (status: ProviderStatus): boolean =>
  status !== 'pending_review' && status !== 'archived';

/** One that may have been published has orders: it is archived instead. */
export const canDelete = (status: ProviderStatus): boolean =>
  status === 'draft' || status === 'flagged';
