import type { CatalogueListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { jsonProblem } from '../../data/json-problem.ts';
import { orderQuery } from '../../data/orders.ts';
import { firstInput } from './first-input.ts';

export interface Input {
  /** JSON text, as typed. */
  text: string;
  /** Why the text is not JSON. */
  problem: string | undefined;
  set: (text: string) => void;
}

/** The input that the parts of the page share: that of an order to run again, or an example. */
export function useInput(listing: CatalogueListing | undefined, orderId: string | null): Input {
  const [typed, setTyped] = useState<string>();
  const order = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null });
  const again = order.data?.requestBodyText;
  const text = typed ?? again ?? (listing ? firstInput(listing.runContract) : '');
  return { text, problem: jsonProblem(text), set: setTyped };
}
