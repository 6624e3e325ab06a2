import type { Guide } from './model.ts';

/** A guide that was found, the address of what was found in it, and by what if not by its title. */
export interface GuideHit {
  guide: Guide;
  href: string;
  why: string;
}

/** The guides that have every word of a query: in their titles, or else in what they say or a heading. */
export function searchGuides(guides: readonly Guide[], query: string): GuideHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
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
}
