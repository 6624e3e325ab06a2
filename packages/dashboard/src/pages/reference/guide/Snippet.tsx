import { useQuery } from '@tanstack/react-query';
import { guideQuery } from '../../../data/guides.ts';
import { synonymsOf } from '../../../data/everyday-words.ts';
import { wordsOf, type GuideHit } from './search.ts';
import { marked, partsOf, type Piece, snippetOf, foundBy } from './snippet.ts';

/** A text with what was sought marked. */
export const Pieces = ({ of: pieces }: { of: readonly Piece[] }) =>
  pieces.map(({ text, isHit }, at) =>
    isHit ? <mark key={`${text} ${String(at)}`}>{text}</mark> : text,
  );

/** The words of a query that a text has, or their synonyms. */
const soughtIn = (text: string, query: string) => foundBy(text, wordsOf(query), synonymsOf(query));

const Marked = ({ text, query }: { text: string; query: string }) => (
  <Pieces of={marked(text, soughtIn(text, query))} />
);

/** What a guide says of a query, with its words marked; nothing until it is there. */
function Passage({ hit: { guide, href }, query }: { hit: GuideHit; query: string }) {
  const { data } = useQuery(guideQuery(guide.path));
  if (data === undefined) return null;
  const [, id] = href.split('#');
  const parts = partsOf(data);
  const part = parts[guide.headings.findIndex((heading) => heading.id === id) + 1] ?? '';
  const pieces = snippetOf(part, soughtIn(part, query));
  return pieces.length > 0 && <Pieces of={pieces} />;
}

interface FoundGuideProps {
  hit: GuideHit;
  query: string;
}

/** A guide that was found: its title, the part of it, and what it says there. */
export default function FoundGuide({ hit, query }: FoundGuideProps) {
  return (
    <>
      <strong>
        <Marked text={hit.guide.title} query={query} />
      </strong>
      <small>
        <Marked text={hit.why} query={query} />
      </small>
      <small>
        <Passage hit={hit} query={query} />
      </small>
    </>
  );
}
