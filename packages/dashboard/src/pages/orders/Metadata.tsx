import type { Order } from '@mkt/client';
import { Link } from 'wouter';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { writeMetadata } from './metadata-filter.ts';

/** The texts of an order, each of which leads to the orders that have it too. */
export const Metadata = ({ metadata }: Pick<Order, 'metadata'>) => (
  <ul>
    {Object.entries(metadata).map(([name, text]) => (
      <li key={name}>
        <Link href={`/orders?${String(writeMetadata(new URLSearchParams(), { [name]: text }))}`}>
          <VisibleText>{`${name}=${text}`}</VisibleText>
        </Link>
      </li>
    ))}
  </ul>
);
