import { CatalogueSearch } from '../../ui/CatalogueSearch.tsx';
import { PageNotFound } from '../../ui/NotFound.tsx';

export default function NotFound() {
  return (
    <PageNotFound
      what="Page"
      back={{ href: '/', label: 'Go to the start page' }}
      search={<CatalogueSearch />}
    >
      It may have moved, or the link may be incomplete.
    </PageNotFound>
  );
}
