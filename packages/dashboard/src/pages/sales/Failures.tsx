import type { FailureCounts } from '@mkt/client';
import { failuresByKind } from '../../data/failure-words.ts';
import { COUNT } from '../../data/range-words.ts';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** How many calls failed, by kind; nothing if none did. */
export function Failures({ failures }: { failures: FailureCounts }) {
  const kinds = failuresByKind(failures);
  if (kinds.length === 0) return null;
  return (
    <Card title="Failures by kind" aside="not charged">
      <Facts>
        {kinds.map(({ kind, count, words }) => (
          <Fact key={kind} name={COUNT.format(count)}>
            {words} <code>{kind}</code>
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
