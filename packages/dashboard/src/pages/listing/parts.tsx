import { Stack } from '@mantine/core';
import type { CatalogueListing, CatalogueRunContract } from '@mkt/client';
import { isObject } from '@mkt/protocol';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { publishedHistoryQuery } from '../../data/catalogue.ts';
import { exampleInput, exampleResult } from '../../data/examples.ts';
import { historyInWords } from '../../data/change-words.ts';
import { shownError } from '../../data/errors.ts';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { fieldRows, type FieldRow } from '../../ui/schema-fields.ts';
import { Timeline } from '../../ui/Timeline.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { exampleOf } from './words.ts';

const INDENT_REM = 1.25;

const DESCRIPTION: Column<FieldRow> = {
  head: 'Description',
  width: 'minmax(0, 3fr)',
  cell: ({ description }) => <VisibleText>{description}</VisibleText>,
};

/** Both tables have the same columns, so that one reads on in the same places; what is in neither is left out. */
const columnsFor = (schemas: readonly (Record<string, unknown> | undefined)[]) => {
  const rows = schemas.flatMap((schema) => (schema ? fieldRows(schema, new Set()) : []));
  // Folding moves no column.
  const isDescribed = rows.some(
    ({ isOpen, description }) => isOpen !== undefined || description !== '',
  );
  return isDescribed ? [DESCRIPTION] : [];
};

type FieldColumns = readonly Column<FieldRow>[];

const rowKey = ({ path }: FieldRow) => path;

/**
 * The fields of an object, or of the items of a list, one per row; below each those that are in it,
 * which can be folded. Nothing for a schema of another kind.
 */
function Fields({ schema, others }: { schema: Record<string, unknown>; others: FieldColumns }) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => fieldRows(schema, toggled), [schema, toggled]);
  const columns = useMemo(() => {
    const toggle = (path: string) =>
      setToggled((before) => {
        const after = new Set(before);
        if (!after.delete(path)) after.add(path);
        return after;
      });
    const nameOf = ({ name, path, depth, isOpen, required, type, limits }: FieldRow) => {
      const shown = (
        <code>
          <VisibleText>{name}</VisibleText>
        </code>
      );
      return (
        <div style={{ paddingInlineStart: `${depth * INDENT_REM}rem` }}>
          {isOpen === undefined ? (
            shown
          ) : (
            <button
              type="button"
              className="link-button"
              aria-expanded={isOpen}
              onClick={() => toggle(path)}
            >
              {shown} <Icon name="right" />
            </button>
          )}{' '}
          {!required && <span className={classes.note}>optional</span>}
          <p className={classes.note}>
            <VisibleText>{limits === '' ? type : `${type}, ${limits}`}</VisibleText>
          </p>
        </div>
      );
    };
    return [{ head: 'Field', width: 'minmax(0, 2fr)', cell: nameOf } as const, ...others];
  }, [others]);
  if (rows.length === 0) return null;
  return (
    <>
      {!isObject(schema['properties']) && <p>A list. Each of its items has these fields:</p>}
      <DataTable
        label="Fields"
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        // On a phone one below the other, without headings.
        renderEntry={(row) => columns.map(({ head, cell }) => <div key={head}>{cell(row)}</div>)}
        empty={null}
      />
    </>
  );
}

/** An example of the seller: looked at, not used. */
export function SellerExample({ label, json }: { label: string; json: string }) {
  const shown = useMemo(() => exampleOf(json), [json]);
  return <JsonView label={label} isPlain {...shown} />;
}

interface SchemaProps {
  title: string;
  schema: Record<string, unknown> | undefined;
  columns: FieldColumns;
  /** What is said without a schema. */
  without: string;
  /** JSON text of the seller. */
  example: string | undefined;
}

/** The schema as JSON, drawn when it is first asked for. */
function WholeSchema({ title, schema }: { title: string; schema: Record<string, unknown> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="right" /> Show JSON Schema
      </summary>
      {isOpen && <JsonView label={`${title} as JSON Schema`} value={schema} />}
    </details>
  );
}

function Schema({ title, schema, columns, without, example }: SchemaProps) {
  return (
    <Card title={title}>
      <Stack>
        {schema ? <Fields schema={schema} others={columns} /> : <p>{without}</p>}
        {example !== undefined && (
          <div className={classes.example}>
            <h3>Example</h3>
            <SellerExample label={`Example of the ${title.toLowerCase()}`} json={example} />
          </div>
        )}
        {schema && <WholeSchema title={title} schema={schema} />}
      </Stack>
    </Card>
  );
}

/** What a result can be without a schema of it. */
export const RESULT_UNKNOWN = {
  'at all':
    'Any JSON value: the seller gives neither a schema nor an example of the result. You see it after a call.',
  'but an example': 'Any JSON value: the seller gives no schema of the result, only an example.',
};

/** What to send and what comes back. */
export function Schemas({ contract }: { contract: CatalogueRunContract }) {
  const { inputSchema, outputSchema } = contract;
  const result = exampleResult(contract);
  const columns = useMemo(
    () => columnsFor([inputSchema, outputSchema]),
    [inputSchema, outputSchema],
  );
  return (
    <Stack>
      <Schema
        title="Input"
        schema={inputSchema}
        columns={columns}
        without="Any JSON value: the seller gives no schema of the input, so the marketplace sends what you write to the service as it is."
        example={exampleInput(contract)}
      />
      <Schema
        title="Result"
        schema={outputSchema}
        columns={columns}
        without={RESULT_UNKNOWN[result === undefined ? 'at all' : 'but an example']}
        example={result}
      />
    </Stack>
  );
}

/** What the seller changed since the listing was published, and what it means for callers. */
export function Changes({ listing: { slug, price } }: { listing: CatalogueListing }) {
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
  const [newest, ...older] = history.data;
  if (!newest || (older.length === 0 && history.nextCursor === null)) {
    return (
      <p>
        {newest && (
          <>
            Published <RelativeTime at={newest.at} />.{' '}
          </>
        )}
        Nothing has changed since.
      </p>
    );
  }
  const changes = historyInWords(history.data, price);
  const hasMore = history.nextCursor !== null;
  return (
    <Card
      title="Changes"
      foot={
        hasMore && (
          <span className={classes.note}>
            Older changes are in <a href="/docs/api#listPublishedHistory">the API’s history</a>.
          </span>
        )
      }
    >
      <Timeline
        of={changes.map(({ revision, ...change }) => ({
          ...change,
          note: revision !== undefined && <span>Revision {revision}</span>,
        }))}
      />
    </Card>
  );
}
