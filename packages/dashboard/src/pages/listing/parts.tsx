import type { CatalogueHistoryEntry } from '@mkt/client';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { publishedHistoryQuery } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Places } from '../../ui/Places.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';

const VERDICTS: Readonly<Record<CatalogueHistoryEntry['verdict'], string>> = {
  same: 'Nothing changes for callers.',
  safe: 'Calls that worked still work, at no higher price.',
  breaking: 'A call that worked may fail, or costs more.',
  unknown: 'It could not be determined whether existing calls still work.',
};

const names = (paths: readonly string[]) => new Intl.ListFormat('en').format(paths);

function Change({ entry }: { entry: CatalogueHistoryEntry }) {
  const { revision, at, verdict, changes, findings } = entry;
  return (
    <Card title={`Revision ${revision}`} aside={<RelativeTime at={at} />}>
      <p data-verdict={verdict} className={classes.verdict}>
        {VERDICTS[verdict]}
      </p>
      {changes.length > 0 && (
        <p className={classes.changed}>
          Changed: <VisibleText>{names(changes.map(({ path }) => path))}</VisibleText>
        </p>
      )}
      <Places of={findings} />
    </Card>
  );
}

/** What the seller changed since the listing was published, and what it means for callers. */
export function Changes({ slug }: { slug: string }) {
  const { data: history, error, refetch } = useQuery(publishedHistoryQuery(slug));
  if (!history) {
    return error ? (
      <ErrorNotice
        what="The changes to this listing could not be loaded"
        error={shownError(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <PageSkeleton />
    );
  }
  if (history.data.length === 0) return <p>Nothing has changed since it was published.</p>;
  return (
    <Stack>
      {history.data.map((entry) => (
        <Change key={`${entry.revision} ${entry.at}`} entry={entry} />
      ))}
      {history.nextCursor !== null && <p>Older changes are in the API’s history.</p>}
    </Stack>
  );
}
