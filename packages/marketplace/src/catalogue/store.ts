import type { Engine } from '../database/engine.ts';
import { OPERATOR, type Reader } from '../market/caller.ts';
import type { CataloguePage, CatalogueSearch, CategoryCount } from './search.ts';
import { pruneSpelling } from './sql-spelling.ts';
import { countCategories, searchCatalogue } from './sql.ts';

export function catalogueStore({ list, write }: Engine) {
  return {
    /** Published listings. */
    search: (search: CatalogueSearch, reader: Reader): Promise<CataloguePage> =>
      list(searchCatalogue, search, reader),
    categories: (): Promise<CategoryCount[]> => list(countCategories, undefined, OPERATOR),
    /**
     * Deletes the words among the next ones, in order, that no published listing has in its title or tags
     * now, so that no misspelled search finds them. Returns the last word that was looked at, or
     * undefined at the end.
     */
    pruneSpelling: (after: string, limit: number): Promise<string | undefined> =>
      write(pruneSpelling, { after, limit }),
  };
}

export type CatalogueStore = ReturnType<typeof catalogueStore>;
