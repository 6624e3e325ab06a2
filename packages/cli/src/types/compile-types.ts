import { randomBytes } from 'node:crypto';
import { describedPlan } from '@mkt/json-schema';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { createMemberNames, defineTypes, type Definition, TooLarge } from './define-types.ts';
import { createNames } from './type-names.ts';

/** The schemas of a listing; `undefined` for one that it does not have. */
export interface TypedContract {
  slug: string;
  inputSchema?: unknown;
  outputSchema?: unknown;
}

export interface ListingTypes {
  slug: string;
  /** The names of its types; `unknown` for a schema that it does not have. */
  input: string;
  output: string;
}

export type CompiledTypes =
  | { ok: true; listings: ListingTypes[]; code: string }
  /** `problem` completes the sentence "The inputSchema of x cannot be turned into types: …". */
  | { ok: false; slug: string; side: 'inputSchema' | 'outputSchema'; problem: string };

/** The names that the file itself has. */
const TAKEN = ['Listings'];

/**
 * TypeScript for the schemas of listings. The generator sees neither a seller's schema nor any of its
 * texts: schemas become plans, and plans become schemas that we write, without references.
 */
export async function compileTypes(contracts: readonly TypedContract[]): Promise<CompiledTypes> {
  const nameFor = createNames(TAKEN);
  const members = createMemberNames(randomBytes(8).toString('hex'));
  const listings: ListingTypes[] = [];
  const definitions: Definition[] = [];

  for (const contract of contracts) {
    const { slug } = contract;
    const types = { slug, input: 'unknown', output: 'unknown' };
    for (const [side, suffix] of SIDES) {
      const schema = contract[side];
      if (schema === undefined || schema === null) continue;
      const described = describedPlan(schema);
      if (!described.ok) {
        const [{ path, message } = { path: '', message: 'it is not accepted' }] = described.details;
        return { ok: false, slug, side, problem: `${path} ${message}`.trim() };
      }
      const root = nameFor(slug, suffix);
      try {
        definitions.push(
          ...defineTypes(described.nodes, {
            root,
            nameFor: (text) => nameFor(`${root} ${text}`),
            nameCode: members.codeOf,
          }),
        );
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        return { ok: false, slug, side, problem: error.message };
      }
      types[side === 'inputSchema' ? 'input' : 'output'] = root;
    }
    listings.push(types);
  }

  const code: string[] = [];
  for (const definition of definitions) code.push(await codeOf(definition));
  return { ok: true, listings, code: members.restore(code.join('\n')) };
}

const SIDES = [
  ['inputSchema', 'Input'],
  ['outputSchema', 'Output'],
] as const;

async function codeOf({ name, schema }: Definition): Promise<string> {
  // The generator takes the title as the name. Its own types of JSON Schema are mutable.
  return await compile({ ...schema, title: name } as JSONSchema, name, {
    bannerComment: '',
    ignoreMinAndMaxItems: false,
    maxItems: -1,
    unknownAny: true,
    $refOptions: { resolve: { external: false } },
    style: { singleQuote: true, printWidth: 100, bracketSpacing: true },
  });
}
