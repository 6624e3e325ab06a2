import reference from 'virtual:api-reference';
import { serverMode } from '../../data/api.ts';
import type { Operation } from './model.ts';
import { createSearch } from './search.ts';

/** The operations of this server. */
export const OPERATIONS: readonly Operation[] = reference.operations.filter(
  ({ devOnly }) => serverMode.dev || !devOnly,
);
/** What the page shows without a fragment. */
export const FIRST = OPERATIONS[0] as Operation;
export const SCHEMAS = reference.schemas;
export const ERRORS = reference.errors;
export const search = createSearch({ ...reference, operations: OPERATIONS });

/**
 * The operation that the fragment of the address names: `#createOrder` or, in older links,
 * `#/Orders/createOrder`.
 */
export const operationAt = (hash: string): Operation | undefined =>
  OPERATIONS.find(({ id }) => id === hash.replace(/^#/, '').split('/').at(-1));
