import type { Guide } from './model.ts';

/** A guide that was found, the address of what was found in it, and by what if not by its title. */
export interface GuideHit {
  guide: Guide;
  href: string;
  why: string;
}

/** Words that say nothing about what is looked for: `how do I get a refund`. */
const FILLING = new Set(
  'a an and are can do does for get how i in is it my of on the to what'.split(' '),
);

const hitsOf = (guides: readonly Guide[], matches: (text: string) => boolean): GuideHit[] => {
  const byTitle: GuideHit[] = [];
  const others: GuideHit[] = [];
  for (const guide of guides) {
    const { path, title, says, section } = guide;
    const heading = guide.headings.find(({ text }) => matches(text));
    if (matches(title)) byTitle.push({ guide, href: path, why: section });
    else if (heading) others.push({ guide, href: `${path}#${heading.id}`, why: heading.text });
    else if (matches(`${title} ${says}`)) others.push({ guide, href: path, why: says });
  }
  return [...byTitle, ...others];
};

/** The words of a query that say what is looked for, in the singular. */
function wordsOf(query: string): string[] {
  const typed = query
    .toLowerCase()
    .split(/[\s?]+/)
    .filter(Boolean);
  const telling = typed.filter((word) => !FILLING.has(word));
  return (telling.length > 0 ? telling : typed).map((word) => word.replace(/(?<=...)s$/, ''));
}

const has = (text: string) => (word: string) => text.toLowerCase().includes(word);

/** The guides that have every word of a query: in their titles, or else in what they say or a heading. */
export function searchGuides(guides: readonly Guide[], query: string): GuideHit[] {
  const words = wordsOf(query);
  return hitsOf(guides, (text) => words.every(has(text)));
}

/** The same, or where no guide has every word, those that have one of them. */
export function guidesLike(guides: readonly Guide[], query: string): GuideHit[] {
  const all = searchGuides(guides, query);
  const words = wordsOf(query);
  return all.length > 0 ? all : hitsOf(guides, (text) => words.some(has(text)));
}
