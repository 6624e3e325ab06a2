import { sql, type RawBuilder } from 'kysely';
import type { Expression, Part } from '../../domain/search-tiers.ts';
import { stepColumn } from './quality-step.ts';
import { lexemeOf, WEIGHTS } from './search-document.ts';
import { selectHits, type SearchMatch } from './search-match.ts';

function lexeme(term: string, parts: readonly Part[], prefix: boolean): string {
  const weights = parts.map((part) => WEIGHTS[part]).join('');
  return `'${lexemeOf(parts[0] ?? 'title', term)}':${prefix ? '*' : ''}${weights}`;
}

/** The expression as text of a tsquery. */
function tsquery(expression: Expression): string {
  switch (expression.kind) {
    case 'word':
      return lexeme(expression.word, expression.parts, expression.prefix);
    case 'phrase':
      return `(${expression.words.map((word) => lexeme(word, [expression.part], false)).join(' <-> ')})`;
    case 'all':
      return `(${expression.of.map(tsquery).join(' & ')})`;
    case 'any':
      return `(${expression.of.map(tsquery).join(' | ')})`;
    case 'except':
      return `(${tsquery(expression.of)} & !${tsquery(expression.without)})`;
  }
}

const isHit = (expression: Expression): RawBuilder<boolean> =>
  sql<boolean>`listing.search_document @@ ${tsquery(expression)}::tsquery`;

export const TSVECTOR: SearchMatch = {
  matches: (db, expression) => selectHits(db).where(isHit(expression)),
  atStep: (db, expression, slot, step) =>
    selectHits(db)
      .where(isHit(expression))
      .where(sql<boolean>`${stepColumn(slot)} = ${sql.lit(step)}`),
  isHit,
  hits: (expression, atMost) =>
    sql`(SELECT count(*) FROM (
      SELECT 1 FROM listing WHERE status = 'published' AND ${isHit(expression)} LIMIT ${atMost}) hit)`,
  newestFirst: sql`listing.row_number`,
};
