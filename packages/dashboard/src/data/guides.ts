import { queryOptions } from '@tanstack/react-query';
import { watchedFetch } from './connection.ts';

/** What guides call the address of the reader's marketplace. */
const EXAMPLE_ADDRESS = /https:\/\/market\.example(?![\w.])/g;

/** The Markdown of a guide, as the marketplace serves it to programs too. */
export const guideQuery = (path: string) =>
  queryOptions({
    queryKey: ['guide', path],
    async queryFn({ signal }): Promise<string> {
      const response = await watchedFetch(`${path}.md`, { signal });
      if (!response.ok) throw new Error(`The marketplace returned ${response.status}.`);
      // A command that is copied is meant for this marketplace.
      return (await response.text()).replaceAll(EXAMPLE_ADDRESS, location.origin);
    },
    staleTime: Infinity,
  });
