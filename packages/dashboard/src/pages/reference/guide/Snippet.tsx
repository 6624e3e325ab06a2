import { useQuery } from '@tanstack/react-query';
import { guideQuery } from '../../../data/guides.ts';
import { wordsOf, type GuideHit } from './search.ts';
import { marked, partsOf, type Piece, snippetOf } from './snippet.ts';

const Pieces = ({ of: pieces }: { of: readonly Piece[] }) =>
  pieces.map(({ text, isHit }, at) =>
    isHit ? <mark key={`${text} ${String(at)}`}>{text}</mark> : text,
  );

/** What a guide says of a query, with its words marked; nothing until it is there. */
function Passage({ hit: { guide, href }, query }: { hit: GuideHit; query: string }) {
  const { data } = useQuery(guideQuery(guide.path));
  if (data === undefined) return null;
  const [, id] = href.split('#');
  const parts = partsOf(data);
  const part = parts[guide.headings.findIndex((heading) => heading.id === id) + 1] ?? '';
  const pieces = snippetOf(part, wordsOf(query));
  return pieces.length > 0 && <Pieces of={pieces} />;
}

/** A guide that was found: its title, the part of it, and what it says there. */
export const FoundGuide = ({ hit, query }: { hit: GuideHit; query: string }) => (
  <>
    <Pieces of={marked(hit.guide.title, wordsOf(query))} />
    <small>
      <strong>
        <Pieces of={marked(hit.why, wordsOf(query))} />
      </strong>{' '}
      <Passage hit={hit} query={query} />
    </small>
  </>
);
