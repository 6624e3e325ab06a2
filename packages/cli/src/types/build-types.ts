import { generateTypes, type GenerationLimits } from './generate-types.ts';
import type { LoadedContract } from './load-contract.ts';
import { typesFile } from './types-file.ts';

interface Format {
  augment: boolean;
  isDeclaration: boolean;
}

/** The text of a file with the types of these listings, in the order of their slugs. */
export async function buildTypes(
  contracts: readonly LoadedContract[],
  format: Format,
  limits: GenerationLimits,
): Promise<string> {
  const sorted = contracts.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const types = await generateTypes(
    sorted.map(({ slug, inputSchema, outputSchema }) => ({ slug, inputSchema, outputSchema })),
    limits,
  );
  return typesFile({
    ...format,
    listings: new Map(sorted.map(({ slug, pin }) => [slug, pin])),
    titles: new Map(sorted.map(({ slug, title }) => [slug, title])),
    types,
  });
}
