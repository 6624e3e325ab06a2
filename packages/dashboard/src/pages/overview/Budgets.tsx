import type { ApiKey } from '@mkt/client';
import { Link } from 'wouter';
import { spentOf } from '../../data/key-words.ts';
import { BarList, BarRow } from '../../ui/BarList.tsx';
import { Card } from '../../ui/Card.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';

const SHOWN = 5;

/** What the API keys with a limit have spent of it, the most used first. */
export function Budgets({ keys }: { keys: readonly ApiKey[] }) {
  const rows = keys
    .flatMap(({ id, name, budget, remaining }) => {
      const spent = budget && spentOf(budget, remaining);
      return spent ? [{ id, name, ...spent }] : [];
    })
    .map((row) => ({ ...row, share: row.limit > 0 ? row.amount / row.limit : 1 }))
    .toSorted((a, b) => b.share - a.share);
  if (rows.length === 0) return null;
  return (
    <Card title="Budgets" aside={<Link href="/keys">All API keys</Link>}>
      <BarList>
        {rows.slice(0, SHOWN).map(({ id, name, text, share }) => (
          <BarRow key={id} name={<VisibleText>{name}</VisibleText>} figure={text} share={share} />
        ))}
      </BarList>
      {rows.length > SHOWN && <p className={classes.rest}>The others have spent less of theirs.</p>}
    </Card>
  );
}
