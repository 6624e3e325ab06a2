import type { OwnListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { actorInWords, historyInWords } from '../../data/change-words.ts';
import { ownHistoryQuery } from '../../data/listings.ts';
import { Card } from '../../ui/Card.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';

export interface HistoryProps {
  listing: OwnListing;
}

/** The last changes, with who made them and what they meant for buyers. */
export function History({ listing: { id, price } }: HistoryProps) {
  const { data: history } = useQuery(ownHistoryQuery(id));
  if (!history || history.data.length === 0) return null;
  const { data: entries } = history;
  return (
    <Card title="History" aside={history.nextCursor === null ? undefined : 'latest changes'}>
      <Timeline
        of={historyInWords(entries, price).map(({ revision, ...change }, index) => ({
          ...change,
          note: (
            <>
              {entries[index] && (
                <span>
                  <VisibleText>{actorInWords(entries[index].actor)}</VisibleText>
                </span>
              )}
              {revision !== undefined && <span>Revision {revision}</span>}
            </>
          ),
        }))}
      />
    </Card>
  );
}
