import { useOtherListings } from '../../data/catalogue.ts';
import { useUser } from '../../data/session.ts';
import { PageNotFound } from '../../ui/NotFound.tsx';
import { SearchInstead } from '../../ui/OtherListings.tsx';

export default function NotFound() {
  const isSignedIn = useUser() !== null;
  const others = useOtherListings();
  return (
    <PageNotFound
      what="Page"
      back={{ href: '/', label: isSignedIn ? 'Go to the overview' : 'Go to the home page' }}
      others={<SearchInstead of={others} />}
    >
      It may have moved, or the link may be incomplete. What are you looking for?
    </PageNotFound>
  );
}
