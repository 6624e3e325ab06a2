import { useState } from 'react';
import guides from 'virtual:guides';
import { ContentsFrame, type ContentsLink, type ContentsSection } from './ContentsFrame.tsx';
import { hitsOf, linkTo } from './hits.tsx';
import type { Operation } from './model.ts';
import { OPERATIONS } from './reference.ts';

/** The first guide of each of their sections, where the others are listed; then all operations, task by task. */
const SECTIONS: readonly ContentsSection[] = [
  {
    title: 'Guides',
    links: [...Map.groupBy(guides, ({ section }) => section)].flatMap(([label, [first]]) =>
      first ? [{ href: first.path, label }] : [],
    ),
  },
  ...[...Map.groupBy(OPERATIONS, ({ task }) => task)].map(([title, operations]) => ({
    title,
    links: operations.map((operation) => linkTo(operation)),
  })),
];

function toHits(query: string): ContentsLink[] {
  const { named, inGuides, others } = hitsOf(query);
  return [...named, ...inGuides, ...others];
}

/** Every operation and the ways to the guides, and a search over what is written in both. */
export function Contents({ current }: { current: Operation }) {
  const [query, setQuery] = useState('');
  return (
    <ContentsFrame
      label="Operations"
      searchLabel="Search the reference"
      query={query}
      onQuery={setQuery}
      sections={SECTIONS}
      hits={query.trim() === '' ? undefined : toHits(query)}
      currentHref={`#${current.id}`}
    />
  );
}
