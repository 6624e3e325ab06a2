import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { apiKeysQuery } from '../../data/keys.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';

/** The key that placed an order, by its name while it exists. */
export function KeyName({ id }: { id: string }) {
  const keys = useQuery(apiKeysQuery);
  const key = keys.data?.find((known) => known.id === id);
  if (key) {
    return (
      <Link href="/keys">
        <VisibleText>{key.name}</VisibleText>
      </Link>
    );
  }
  return keys.isPending ? '…' : 'An API key that was revoked';
}
