import { meaningOf } from '../../../data/everyday-words.ts';
import { nearlyBegins, tellingWords } from '../../../data/typed-words.ts';
import type { Guide } from './model.ts';

/** A guide that was found, the address of what was found in it, and by what if not by its title. */
export interface GuideHit {
  guide: Guide;
  href: string;
  why: string;
}

/** Those whose title matches, then those with a heading that does or that say so, then those with a part that does. */
function hitsOf(guides: readonly Guide[], matches: (text: string) => boolean): GuideHit[] {
  const byTitle: GuideHit[] = [];
  const byHeading: GuideHit[] = [];
  const byText: GuideHit[] = [];
  for (const guide of guides) {
    const { path, title, says, section, words } = guide;
    const toPart = ({ id, text }: Guide['headings'][number]) => ({
      guide,
      href: `${path}#${id}`,
      why: text,
    });
    const heading = guide.headings.find(({ text }) => matches(text));
    const part = guide.headings.find((each) => matches(`${each.text} ${each.words}`));
    if (matches(title)) byTitle.push({ guide, href: path, why: section });
    else if (heading) byHeading.push(toPart(heading));
    else if (matches(`${title} ${says}`)) byHeading.push({ guide, href: path, why: says });
    else if (part) byText.push(toPart(part));
    else if (matches(`${title} ${words}`)) byText.push({ guide, href: path, why: says });
  }
  return [...byTitle, ...byHeading, ...byText];
}

/** The words that a query is about. */
export const wordsOf = (query: string): string[] =>
  tellingWords(
    query
      .toLowerCase()
      .split(/[\s?]+/)
      .filter(Boolean),
  );

const WORD_PARTS = /[^\p{L}\p{N}]+/u;
/** A small word is within many others: `up` in `supported`. */
const LEAST_LETTERS = 4;

const has = (text: string) => (word: string) =>
  word.length < LEAST_LETTERS
    ? text
        .toLowerCase()
        .split(WORD_PARTS)
        .some((other) => other.startsWith(word))
    : text.toLowerCase().includes(word);

/** The same, or with one typing error. */
const nearlyHas = (text: string) => (word: string) =>
  has(text)(word) ||
  text
    .toLowerCase()
    .split(WORD_PARTS)
    .some((other) => nearlyBegins(other, word));

/** What a query means, if it is one of the phrases that people use, first. */
function meantFirst(guides: readonly Guide[], query: string, hits: readonly GuideHit[]) {
  const href = meaningOf(query)?.guide;
  const [path, id] = href?.split('#') ?? [];
  const guide = guides.find((each) => each.path === path);
  if (!guide || href === undefined) return [...hits];
  const part = guide.headings.find((heading) => heading.id === id);
  const meant = { guide, href, why: part?.text ?? (guide.says || guide.section) };
  return [meant, ...hits.filter((hit) => hit.guide !== guide)];
}

/** The guides that have every word of a query: in their titles, or else in what they say or a part of them. */
export function searchGuides(guides: readonly Guide[], query: string): GuideHit[] {
  const words = wordsOf(query);
  const found = hitsOf(guides, (text) => words.every(has(text)));
  const isMeant = meaningOf(query)?.guide !== undefined;
  return meantFirst(
    guides,
    query,
    found.length > 0 || isMeant ? found : hitsOf(guides, (text) => words.every(nearlyHas(text))),
  );
}

/** The same, or where no guide has every word, those that have one of them. */
export function guidesLike(guides: readonly Guide[], query: string): GuideHit[] {
  const all = searchGuides(guides, query);
  const words = wordsOf(query);
  return all.length > 0 ? all : hitsOf(guides, (text) => words.some(nearlyHas(text)));
}
