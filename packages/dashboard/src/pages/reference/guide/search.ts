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

const hitsOf = (guides: readonly Guide[], has: (text: string) => boolean): GuideHit[] => {
  const byTitle: GuideHit[] = [];
  const others: GuideHit[] = [];
  for (const guide of guides) {
    const { path, title, says, section } = guide;
    const heading = guide.headings.find(({ text }) => has(text));
    if (has(title)) byTitle.push({ guide, href: path, why: section });
    else if (heading) others.push({ guide, href: `${path}#${heading.id}`, why: heading.text });
    else if (has(`${title} ${says}`)) others.push({ guide, href: path, why: says });
  }
  return [...byTitle, ...others];
};

/**
 * The guides that have every word of a query: in their titles, or else in what they say or a heading. Where
 * none has every word, those that have one of them.
 */
export function searchGuides(guides: readonly Guide[], query: string): GuideHit[] {
  const typed = query
    .toLowerCase()
    .split(/[\s?]+/)
    .filter(Boolean);
  const telling = typed.filter((word) => !FILLING.has(word));
  const words = (telling.length > 0 ? telling : typed).map((word) =>
    word.replace(/(?<=...)s$/, ''),
  );
  const hasWord = (text: string) => (word: string) => text.toLowerCase().includes(word);
  const all = hitsOf(guides, (text) => words.every(hasWord(text)));
  return all.length > 0 ? all : hitsOf(guides, (text) => words.some(hasWord(text)));
}
