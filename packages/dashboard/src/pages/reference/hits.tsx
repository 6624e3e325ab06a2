import type { ContentsLink } from './ContentsFrame.tsx';
import { searchGuides } from './guide/search-guides.ts';
import { wordsOf } from './guide/search.ts';
import { Pieces } from './guide/Snippet.tsx';
import { snippetOf } from './guide/snippet.ts';
import type { Operation } from './model.ts';
import { search } from './reference.ts';
import type { Hit } from './search.ts';
import { shortNameOf } from './tasks.ts';

/** A link to an operation; from another page than the reference, with the path of the reference. */
export const linkTo = (operation: Operation, reference = ''): ContentsLink => ({
  href: `${reference}#${operation.id}`,
  label: shortNameOf(operation),
});

interface Hits {
  /** Operations whose name matches. */
  named: ContentsLink[];
  inGuides: ContentsLink[];
  /** Operations that match elsewhere. */
  others: ContentsLink[];
}

/** What a query finds in the reference and the guides. Near matches only where no guide has every word. */
export function hitsOf(query: string, reference?: string): Hits {
  const guideHits = searchGuides(query);
  const isAnswered = guideHits.some(({ isSure }) => isSure);
  const operations = search(query).filter(({ isSure }) => isSure || !isAnswered);
  const toLink = ({ operation, why, text }: Hit): ContentsLink => ({
    ...linkTo(operation, reference),
    children: (
      <>
        {shortNameOf(operation)}
        <small>
          {text === undefined ? (
            why || `${operation.method} ${operation.path}`
          ) : (
            <Pieces of={snippetOf(text, wordsOf(query))} />
          )}
        </small>
      </>
    ),
  });
  const isByName = ({ why }: Hit) => why === '';
  return {
    named: operations.filter(isByName).map(toLink),
    inGuides: guideHits.map(({ guide, href, why }) => ({
      href,
      label: guide.title,
      why: `Guide · ${why}`,
    })),
    others: operations.filter((hit) => !isByName(hit)).map(toLink),
  };
}
