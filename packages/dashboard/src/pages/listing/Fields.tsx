import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { fieldsOf, type Field } from './words.ts';

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
export function Fields({ schema }: { schema: Record<string, unknown> }) {
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
