import type { JsonText } from './json-text.ts';

/**
 * The types of input and output of listings, by slug. `mkt types` writes such an interface for
 * `createClient<Listings>()`; a project may also add to this one by declaration merging, which then
 * applies to every client (docs/buy/typescript.md).
 *
 * ```ts
 * declare module '@mkt/client' {
 *   interface Listings {
 *     'text-insights': { input: { text: string }; output: { words: number } };
 *   }
 * }
 * ```
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- merged into
export interface Listings {}

/**
 * The listings that a client may call. Without a type argument these are all slugs and ids, and
 * editors complete those in `Listings`; with one they are the slugs of that interface.
 */
export type ListingName<Of = Listings> = [Listings] extends [Of]
  ? // oxlint-disable-next-line typescript/no-redundant-type-constituents -- not when it is merged into
    (keyof Of & string) | (string & {})
  : keyof Of & string;

/** The input of a listing; `unknown` when it is not in the interface. */
export type InputOf<Name, Of = Listings> = Name extends keyof Of
  ? Of[Name] extends { input: infer Input }
    ? Input
    : unknown
  : unknown;

/** The result of a listing; `unknown` when it is not in the interface. */
export type OutputOf<Name, Of = Listings> = Name extends keyof Of
  ? Of[Name] extends { output: infer Output }
    ? Output
    : unknown
  : unknown;

/** The input and the options. An input of unknown type may be left out. */
export type InputAndOptions<Name, Options, Of = Listings> =
  undefined extends InputOf<Name, Of>
    ? [input?: InputOf<Name, Of> | JsonText, options?: Options]
    : [input: InputOf<Name, Of> | JsonText, options?: Options];
