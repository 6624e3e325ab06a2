import { sql, type RawBuilder } from 'kysely';
import type { Expression, Part } from './tiers.ts';
import { lexemeOf } from './sql-match.ts';
import { selectHits, type SearchMatch } from './search-match.ts';

const lexeme = (term: string, widest: Part): string => `'${lexemeOf(widest, term)}'`;

/** The expression as text of a tsquery. */
function tsquery(expression: Expression): string {
  switch (expression.kind) {
    case 'word': {
      const widest = expression.parts.at(-1) ?? 'description';
      return `${lexeme(expression.word, widest)}${expression.prefix ? ':*' : ''}`;
    }
    case 'phrase':
      return `(${expression.words.map((word) => lexeme(word, expression.part)).join(' <-> ')})`;
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
  // The listings are looked up once: a row itself says to which tier it belongs.
  tiered: (db, tiers, whole) => {
    const cases = tiers.map((tier, at) => sql`WHEN ${isHit(tier)} THEN ${sql.lit(at)}`);
    return selectHits(db)
      .where(isHit(whole))
      .select(
        sql<number>`CASE ${sql.join(cases, sql` `)} ELSE ${sql.lit(tiers.length)} END`.as('tier'),
      );
  },
  stepTerm: undefined,
  columnTerms: undefined,
  isHit,
  hits: (expression, atMost) =>
    sql`(SELECT count(*) FROM (
      SELECT 1 FROM listing WHERE status = 'published' AND ${isHit(expression)} LIMIT ${atMost}) hit)`,
  isListed: (expression) => sql`mkt_is_listed(${tsquery(expression)}::tsquery)::integer`,
  newestFirst: sql`listing.row_number`,
};
