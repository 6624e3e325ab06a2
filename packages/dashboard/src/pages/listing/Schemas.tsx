import type { CatalogueRunContract } from '@mkt/client';
import { Stack } from '@mantine/core';
import { Card } from '../../ui/Card.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { Fields } from './Fields.tsx';

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
