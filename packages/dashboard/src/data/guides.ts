import { queryOptions } from '@tanstack/react-query';
import { watchedFetch } from './connection.ts';

/** The Markdown of a guide, as the marketplace serves it to programs too. */
export const guideQuery = (path: string) =>
  queryOptions({
    queryKey: ['guide', path],
    async queryFn({ signal }): Promise<string> {
      const response = await watchedFetch(`${path}.md`, { signal });
      if (!response.ok) throw new Error(`The marketplace returned ${response.status}.`);
      return await response.text();
    },
    staleTime: Infinity,
  });
