import type { JsonText } from './json-text.ts';

/**
 * Listings whose input and output are known, by slug. Empty here: a project adds its own by
 * declaration merging.
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

/** A slug or an id; the known slugs are offered by the editor. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- not when it is merged into
export type ListingName = (keyof Listings & string) | (string & {});

/** What the listing takes; unknown when it is not in `Listings`. */
export type InputOf<Name> = Name extends keyof Listings
  ? Listings[Name] extends { input: infer Input }
    ? Input
    : unknown
  : unknown;

/** What the listing answers; unknown when it is not in `Listings`. */
export type OutputOf<Name> = Name extends keyof Listings
  ? Listings[Name] extends { output: infer Output }
    ? Output
    : unknown
  : unknown;

/** The input, which may be left out where nothing is known of it, and the options. */
export type InputAndOptions<Name, Options> =
  undefined extends InputOf<Name>
    ? [input?: InputOf<Name> | JsonText, options?: Options]
    : [input: InputOf<Name> | JsonText, options?: Options];
