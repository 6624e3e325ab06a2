import { changeOf, describeChange, type ContractChange } from './contract-pin.ts';
import type { LoadedContract } from './load-contract.ts';
import type { TypesSource } from './types-file.ts';

/** What differs between a file and the contracts of its listings. */
export interface TypesCheck {
  upToDate: boolean;
  changes: ContractChange[];
  /** Listings that were named, but are not in the file. */
  missing: string[];
}

export function checkTypes(source: TypesSource, contracts: readonly LoadedContract[]): TypesCheck {
  const changes: ContractChange[] = [];
  const missing: string[] = [];
  for (const { slug, pin } of contracts) {
    const before = source.listings.get(slug);
    const change = before && changeOf(slug, before, pin);
    if (change) changes.push(change);
    if (!before) missing.push(slug);
  }
  return { upToDate: changes.length + missing.length === 0, changes, missing };
}

/** One line for each listing that differs. */
export const describeCheck = ({ changes, missing }: TypesCheck, path: string): string =>
  [...changes.map(describeChange), ...missing.map((slug) => `${slug}   not in ${path}`)].join('\n');
