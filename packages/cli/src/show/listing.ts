import type { CatalogueRunContract, Price } from '@mkt/protocol';
import type { Style } from '../terminal/style.ts';
import { describeInput, describeOutput } from './schema.ts';
import { formatPrice } from './price.ts';

interface Shown {
  title: string;
  category: string | null;
  price: Price;
  runContract: CatalogueRunContract & { endpointPath?: string };
}

/** A listing in three lines: title and price, input, output. */
export function listingLines(
  { title, category, price, runContract }: Shown,
  style: Style,
): string[] {
  const { method, endpointPath, inputSchema, outputSchema } = runContract;
  const facts = [...(category ? [category] : []), formatPrice(price)].join(' · ');
  const call = endpointPath === undefined ? method : `${method} ${endpointPath}`;
  const input = describeInput(inputSchema);
  const output = describeOutput(outputSchema);
  return [
    `${style.bold(title)}   ${facts}   ${call}`,
    ...(input ? [`  ${style.dim('input')}   ${input}`] : []),
    ...(output ? [`  ${style.dim('output')}  ${output}`] : []),
  ];
}
