import { randomBytes } from 'node:crypto';
import { describedPlan } from '@mkt/json-schema';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { createMemberNames, defineTypes, type Definition, TooLarge } from './define-types.ts';

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

const MAX_NAME_LENGTH = 60;
/** A suffix of this many attempts has a free name for every type of a file. */
const FIRST_SUFFIX = 2;

/**
 * Text as the name of a type: ASCII letters and digits, upper case at the start of each word and after
 * digits, as the generator writes names. A text without any of them has no name.
 */
function pascalCase(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replaceAll(/\d[a-z]/g, (found) => found.toUpperCase())
    .slice(0, MAX_NAME_LENGTH);
}

/** Hands out names, each once. Names that differ only in case count as the same. */
function createNames(taken: readonly string[] = []): (text: string, suffix?: string) => string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return (text, suffix = '') => {
    const word = pascalCase(text);
    // A name cannot start with a digit, and the generator drops the ones that do.
    const base = (/^[A-Z]/.test(word) ? word : `Listing${word}`) + suffix;
    let name = base;
    for (let count = FIRST_SUFFIX; used.has(name.toLowerCase()); count++) name = `${base}V${count}`;
    used.add(name.toLowerCase());
    return name;
  };
}

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
