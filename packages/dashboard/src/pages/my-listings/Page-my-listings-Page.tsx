import { useParams } from 'wouter';
import { ListingList } from './Page.tsx';
import { OwnListing } from './OwnListing.tsx';

/** What the account sells, or one of its listings. */
export default function MyListings() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <ListingList /> : <OwnListing key={id} id={id} />;
}
