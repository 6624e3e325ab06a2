import { useState } from 'react';
import guides from 'virtual:guides';
import { searchGuides } from './guide/search-guides.ts';
import { wordsOf } from './guide/search.ts';
import { Pieces } from './guide/Snippet.tsx';
import { snippetOf } from './guide/snippet.ts';
import { ContentsFrame, type ContentsLink, type ContentsSection } from './ContentsFrame.tsx';
import type { Operation } from './model.ts';
import { OPERATIONS, search } from './reference.ts';
import type { Hit } from './search.ts';
import { shortNameOf } from './tasks.ts';

const linkTo = (operation: Operation): ContentsLink => ({
  href: `#${operation.id}`,
  label: shortNameOf(operation),
});

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
    links: operations.map(linkTo),
  })),
];

/**
 * Operations whose name matches, then guides, then operations that match elsewhere. Near matches only where no guide
 * has every word.
 */
function hitsOf(query: string): ContentsLink[] {
  const guideHits = searchGuides(query);
  const isAnswered = guideHits.some(({ isSure }) => isSure);
  const operations = search(query).filter(({ isSure }) => isSure || !isAnswered);
  const toLink = ({ operation, why, text }: Hit): ContentsLink => ({
    ...linkTo(operation),
    why,
    ...(text !== undefined && {
      children: (
        <>
          {shortNameOf(operation)}
          <small>
            <Pieces of={snippetOf(text, wordsOf(query))} />
          </small>
        </>
      ),
    }),
  });
  const isByName = ({ why }: Hit) => why === '';
  return [
    ...operations.filter(isByName).map(toLink),
    ...guideHits.map(({ guide, href, why }) => ({
      href,
      label: guide.title,
      why: `Guide · ${why}`,
    })),
    ...operations.filter((hit) => !isByName(hit)).map(toLink),
  ];
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
      hits={query.trim() === '' ? undefined : hitsOf(query)}
      currentHref={`#${current.id}`}
    />
  );
}
