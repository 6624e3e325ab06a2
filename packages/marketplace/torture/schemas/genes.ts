import type { Random } from '../../../../e2e/torture/random.ts';
import type { Candidate } from './measure-calls.ts';

import { INPUTS, LEAVES, WRAPPERS } from './parts.ts';

/** A selection of parts, each with a size. */
export interface Genes {
  input: Gene;
  leaf: Gene;
  wrappers: Gene[];
}

interface Gene {
  name: string;
  size: number;
}

const MAX_WRAPPERS = 4;
const MAX_POWER = 14;

const sizeOf = (random: Random) => Math.max(1, Math.floor(2 ** (random.int(0, MAX_POWER * 4) / 4)));
const geneOf = (parts: object, random: Random): Gene => ({
  name: random.pick(Object.keys(parts) as [string, ...string[]]),
  size: sizeOf(random),
});

export function randomGenes(random: Random): Genes {
  return {
    input: geneOf(INPUTS, random),
    leaf: geneOf(LEAVES, random),
    wrappers: Array.from({ length: random.int(0, MAX_WRAPPERS) }, () => geneOf(WRAPPERS, random)),
  };
}

/** Replaces, resizes, adds or removes one part. */
export function mutate(genes: Genes, random: Random): Genes {
  const resized = (gene: Gene): Gene => ({
    ...gene,
    size: Math.max(1, Math.floor(gene.size * (random.chance(0.5) ? 2 : 0.6))),
  });
  const changed = (gene: Gene, parts: object): Gene =>
    random.chance(0.7) ? resized(gene) : geneOf(parts, random);
  const which = random.int(0, 3);
  if (which === 0) return { ...genes, input: changed(genes.input, INPUTS) };
  if (which === 1) return { ...genes, leaf: changed(genes.leaf, LEAVES) };
  if (which === 2 && genes.wrappers.length < MAX_WRAPPERS) {
    return { ...genes, wrappers: [...genes.wrappers, geneOf(WRAPPERS, random)] };
  }
  const at = random.int(0, Math.max(0, genes.wrappers.length - 1));
  const wrappers = genes.wrappers.flatMap((gene, i) => {
    if (i !== at) return [gene];
    return random.chance(0.2) ? [] : [changed(gene, WRAPPERS)];
  });
  return { ...genes, wrappers };
}

/** Builds the schema and the input. */
export function grow({ input, leaf, wrappers }: Genes): Candidate {
  let schema: unknown = LEAVES[leaf.name]?.(leaf.size) ?? true;
  for (const { name, size } of wrappers) schema = WRAPPERS[name]?.(schema, size) ?? schema;
  const definitions = { leaf: LEAVES[leaf.name]?.(leaf.size) ?? true };
  const root =
    typeof schema === 'object'
      ? { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema, $defs: definitions }
      : schema;
  return { schema: root, value: INPUTS[input.name]?.(input.size) ?? null };
}

export const describeGenes = ({ input, leaf, wrappers }: Genes): string =>
  [input, leaf, ...wrappers].map(({ name, size }) => `${name} ${size}`).join(' · ');
