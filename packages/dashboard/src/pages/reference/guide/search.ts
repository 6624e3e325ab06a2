import { meaningIn, meaningOf } from '../../../data/everyday-words.ts';
import { type Searched, textSearch } from '../../../data/text-search.ts';
import { tellingWords, wordsIn } from '../../../data/typed-words.ts';
import type { Guide, GuideWords } from './model.ts';

/** A guide that was found, the address of what was found in it, and by what if not by its title. */
export interface GuideHit {
  guide: Guide;
  href: string;
  why: string;
  /** Whether it has every word, as it was typed, or is what a phrase means. */
  isSure: boolean;
}

/** The words that a query is about. */
export const wordsOf = (query: string): string[] => tellingWords(wordsIn(query));

/** How much more a guide counts than a part of it that is called so too. */
const WHOLE = 2;
/** And of the reference, which lists what others explain. */
const REFERENCE = 0.5;

/** A guide, and each of its parts. */
function entriesOf({ path, title, says, headings, section }: Guide, words: GuideWords): Searched[] {
  const weight = section === 'Reference' ? REFERENCE : 1;
  const entry = (id: string, name: string, about: string) => ({
    id,
    name,
    about,
    text: words[id] ?? '',
    weight,
  });
  return [
    { ...entry(path, title, says), weight: weight * WHOLE },
    ...headings.map(({ id, text }) => entry(`${path}#${id}`, text, title)),
  ];
}

/** What is at an address of a guide or a part of one. */
function hitAt(guides: readonly Guide[], href: string, isSure: boolean): GuideHit[] {
  const [path, id] = href.split('#');
  const guide = guides.find((each) => each.path === path);
  if (!guide) return [];
  const part = guide.headings.find((heading) => heading.id === id);
  return [{ guide, href, why: part?.text ?? (guide.says || guide.section), isSure }];
}

/**
 * Finds guides, each by the part that fits best: first what a phrase means that people use, then those that have
 * every word, or else the rarest of them.
 */
export function guideSearch(
  guides: readonly Guide[],
  words: GuideWords,
): (query: string) => GuideHit[] {
  let search: ReturnType<typeof textSearch> | undefined;
  return (query) => {
    search ??= textSearch(guides.flatMap((guide) => entriesOf(guide, words)));
    const { hits, areSure } = search(query);
    const known = meaningOf(query)?.guide;
    const meant = known ?? (areSure ? undefined : meaningIn(query)?.guide);
    const found = known !== undefined && !areSure ? [] : hits.map(({ id }) => id);
    const all = [
      ...(meant === undefined ? [] : hitAt(guides, meant, true)),
      ...found.flatMap((href) => hitAt(guides, href, areSure)),
    ];
    return all.filter(({ guide }, at) => all.findIndex((other) => other.guide === guide) === at);
  };
}
