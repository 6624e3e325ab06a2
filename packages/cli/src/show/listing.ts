import type { CatalogueRunContract, Price } from '@mkt/protocol';
import type { Style } from '../terminal/style.ts';
import { inputWords, outputWords } from './schema.ts';
import { priceWords } from './price.ts';

interface Shown {
  title: string;
  category: string | null;
  price: Price;
  runContract: CatalogueRunContract & { endpointPath?: string };
}

/** What is for sale, in three lines: what it is, what it takes, what it gives. */
export function listingLines(
  { title, category, price, runContract }: Shown,
  style: Style,
): string[] {
  const { method, endpointPath, inputSchema, outputSchema } = runContract;
  const facts = [...(category ? [category] : []), priceWords(price)].join(' · ');
  const call = endpointPath === undefined ? method : `${method} ${endpointPath}`;
  const input = inputWords(inputSchema);
  const output = outputWords(outputSchema);
  return [
    `${style.bold(title)}   ${facts}   ${call}`,
    ...(input ? [`  ${style.dim('input')}   ${input}`] : []),
    ...(output ? [`  ${style.dim('output')}  ${output}`] : []),
  ];
}
