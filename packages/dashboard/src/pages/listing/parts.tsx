import { Stack } from '@mantine/core';
import type { CatalogueHistoryEntry, CatalogueRunContract } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { publishedHistoryQuery } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { ErrorNotice, Places } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { type Field, fieldsOf } from './words.ts';

const MEMBER_COLUMNS: readonly Column<Field>[] = [
  {
    head: 'Member',
    cell: ({ name }) => (
      <code>
        <VisibleText>{name}</VisibleText>
      </code>
    ),
    onPhone: 'only',
  },
  { head: 'Required', cell: ({ required }) => (required ? 'required' : 'optional'), width: '6rem' },
  { head: 'Type', cell: ({ type }) => <VisibleText>{type}</VisibleText> },
  { head: 'Limits', cell: ({ limits }) => <VisibleText>{limits}</VisibleText> },
  { head: 'Meaning', cell: ({ description }) => <VisibleText>{description}</VisibleText> },
];

/** The members of an object, one per row; nothing for a schema of another kind. */
function Fields({ schema }: { schema: Record<string, unknown> }) {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return null;
  return (
    <DataTable
      label="Members"
      columns={MEMBER_COLUMNS}
      rows={fields}
      rowKey={({ name }) => name}
      empty={null}
    />
  );
}

interface SchemasProps {
  contract: CatalogueRunContract;
}

function Schema({ title, schema }: { title: string; schema: Record<string, unknown> | undefined }) {
  if (!schema) return <Card title={title}>Any JSON value.</Card>;
  return (
    <Card title={title}>
      <Stack>
        <Fields schema={schema} />
        <JsonView label={`${title} as JSON Schema`} value={schema} />
      </Stack>
    </Card>
  );
}

/** What to send and what comes back. */
export const Schemas = ({ contract: { inputSchema, outputSchema } }: SchemasProps) => (
  <Stack>
    <Schema title="Input" schema={inputSchema} />
    <Schema title="Result" schema={outputSchema} />
  </Stack>
);

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
