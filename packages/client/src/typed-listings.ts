import type { JsonText } from './json-text.ts';

/**
 * The types of input and output of listings, by slug. A project adds its own by declaration merging.
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

/** A slug or an id. Editors complete the slugs in `Listings`. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- not when it is merged into
export type ListingName = (keyof Listings & string) | (string & {});

/** The input of a listing; `unknown` when it is not in `Listings`. */
export type InputOf<Name> = Name extends keyof Listings
  ? Listings[Name] extends { input: infer Input }
    ? Input
    : unknown
  : unknown;

/** The result of a listing; `unknown` when it is not in `Listings`. */
export type OutputOf<Name> = Name extends keyof Listings
  ? Listings[Name] extends { output: infer Output }
    ? Output
    : unknown
  : unknown;

/** The input and the options. An input of unknown type may be left out. */
export type InputAndOptions<Name, Options> =
  undefined extends InputOf<Name>
    ? [input?: InputOf<Name> | JsonText, options?: Options]
    : [input: InputOf<Name> | JsonText, options?: Options];
