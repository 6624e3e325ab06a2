import { useUser } from '../../data/session.ts';
import { CatalogueSearch } from '../../ui/CatalogueSearch.tsx';
import { PageNotFound } from '../../ui/NotFound.tsx';

export default function NotFound() {
  const isSignedIn = useUser() !== null;
  return (
    <PageNotFound
      what="Page"
      back={{ href: '/', label: isSignedIn ? 'Go to the overview' : 'Go to the home page' }}
      search={<CatalogueSearch />}
    >
      It may have moved, or the link may be incomplete.
    </PageNotFound>
  );
}
