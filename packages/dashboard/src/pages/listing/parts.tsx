import { Stack } from '@mantine/core';
import type {
  CatalogueHistoryEntry,
  CatalogueListing,
  CatalogueRunContract,
  HealthProbe,
} from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { publishedHealthQuery, publishedHistoryQuery } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { ErrorNotice, Places } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { formatDuration } from '../../ui/text.ts';
import classes from './page.module.css';
import { type Field, fieldsOf, snippetsOf } from './words.ts';

interface ApiProps {
  listing: CatalogueListing;
  /** JSON text: the input of the form. */
  input: string;
}

/** JSON on one line, for a command. What is not JSON yet stays as it was typed. */
function oneLine(input: string): string {
  // Between tokens only: JSON has no raw line feed or tab within a string.
  return input.replaceAll(/[\n\r\t]+ */g, ' ').trim();
}

/** Programs that make this call. */
export function Api({ listing: { slug, price }, input }: ApiProps) {
  const parts = { baseUrl: location.origin, slug, input: oneLine(input), price };
  return (
    <Stack>
      <p className={classes.apiNote}>
        Each program makes the call with the input of “Try it”. Set <code>MKT_API_KEY</code> to one
        of your API keys first.
      </p>
      {snippetsOf(parts).map(({ name, code }) => (
        <Card key={name} title={name} aside={<CopyButton value={code} />} flush>
          {/* Scrolls sideways, which the keyboard can do only with the focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={classes.code} tabIndex={0} role="group" aria-label={`${name} program`}>
            <VisibleText>{code}</VisibleText>
          </pre>
        </Card>
      ))}
    </Stack>
  );
}

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
  { head: 'Required', cell: ({ required }) => (required ? 'required' : ''), width: '6rem' },
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

const PROBE_COLUMNS: readonly Column<HealthProbe>[] = [
  { head: 'Checked', cell: ({ checkedAt }) => <RelativeTime at={checkedAt} /> },
  {
    head: 'Outcome',
    cell: ({ healthy }) => <StateBadge state={healthy ? 'healthy' : 'unhealthy'} />,
    onPhone: 'only',
  },
  { head: 'Status', cell: ({ statusCode }) => statusCode ?? 'no response', width: '8rem' },
  {
    head: 'Latency',
    cell: ({ latencyMs }) => formatDuration(latencyMs),
    width: '8rem',
    align: 'end',
  },
];

/** How the service responded to the health checks of the last 7 days. */
export function HealthReport({ slug }: { slug: string }) {
  const { data: report, error, refetch } = useQuery(publishedHealthQuery(slug));
  if (!report) {
    return error ? (
      <ErrorNotice
        what="The health of this listing could not be loaded"
        error={shownError(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <PageSkeleton />
    );
  }
  const { status, uptime24h, latencyMs, history } = report;
  return (
    <Stack>
      <Card label="Health now">
        <Facts>
          <Fact name="State">
            <StateBadge state={status} />
          </Fact>
          <Fact name="Uptime, 24 h">
            {uptime24h === null ? null : `${(uptime24h * 100).toFixed(1)} %`}
          </Fact>
          <Fact name="Last latency">{latencyMs === null ? null : formatDuration(latencyMs)}</Fact>
        </Facts>
      </Card>
      <DataTable
        label="Health checks of the last 7 days"
        columns={PROBE_COLUMNS}
        rows={history}
        rowKey={({ checkedAt }) => checkedAt}
        empty={<p>No checks in the last 7 days.</p>}
      />
    </Stack>
  );
}

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
