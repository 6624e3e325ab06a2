import { JsonInput } from '@mantine/core';
import { useState } from 'react';
import { useSchemaProblems } from './input-checker.ts';
import type { FieldsProps } from './Basics.tsx';
import { FormPreview } from './FormPreview.tsx';
import { jsonFieldProblem, placesWithin, type JsonField } from './listing-fields.ts';
import layout from './ListingForm.module.css';

interface JsonFieldsProps extends Pick<FieldsProps, 'fields' | 'set'> {
  /** What the server found in the last request. */
  details: readonly { path: string; message: string }[];
}

interface JsonEditorProps extends JsonFieldsProps {
  name: JsonField;
  label: string;
  hint: string;
  /** Problems in addition to those that the server found. */
  problem?: string | undefined;
}

const JsonEditor = ({ name, label, hint, problem, fields, set, details }: JsonEditorProps) => (
  <JsonInput
    label={`${label} (optional)`}
    description={hint}
    autosize
    minRows={6}
    maxRows={24}
    value={fields[name]}
    onChange={(value) => set({ [name]: value })}
    error={jsonFieldProblem(name, fields[name]) ?? problem ?? placesWithin(name, details)}
    spellCheck={false}
    classNames={{ input: layout.json }}
  />
);

/** What the marketplace would refuse in a schema, as soon as it is typed. */
function SchemaEditor(props: JsonEditorProps & { name: 'inputSchema' | 'outputSchema' }) {
  const { name, fields } = props;
  const text = fields[name];
  const isSchema = text.trim() !== '' && jsonFieldProblem(name, text) === undefined;
  const problems = useSchemaProblems(isSchema ? text : undefined);
  const found = problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  return <JsonEditor {...props} problem={found === '' ? undefined : found} />;
}

/** The schemas of a listing and its examples, beside the form that buyers get. */
export function JsonFields(props: JsonFieldsProps) {
  const { inputSchema } = props.fields;
  const [drawn, setDrawn] = useState(inputSchema);
  // The form stays while the schema is not JSON on the way to another.
  if (drawn !== inputSchema && jsonFieldProblem('inputSchema', inputSchema) === undefined) {
    setDrawn(inputSchema);
  }
  return (
    <>
      <div className={layout.columns}>
        <SchemaEditor
          {...props}
          name="inputSchema"
          label="Input schema"
          hint="JSON Schema of what buyers send."
        />
        <FormPreview schema={drawn} />
      </div>
      <div className={layout.columns}>
        <SchemaEditor
          {...props}
          name="outputSchema"
          label="Output schema"
          hint="JSON Schema of what the service returns."
        />
        <div className={layout.schema}>
          <JsonEditor
            {...props}
            name="requestExampleJson"
            label="Request example"
            hint="Buyers start with it."
          />
          <JsonEditor
            {...props}
            name="responseExampleJson"
            label="Response example"
            hint="What the service returns for it."
          />
        </div>
      </div>
    </>
  );
}
