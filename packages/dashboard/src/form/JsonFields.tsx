import { retried } from '../data/connection.ts';
import type { InputProblem } from './field-errors.ts';
import { JsonArea } from './JsonArea.tsx';
import { lineAt, placeOfProblem, type TextPlace } from './json-place.ts';
import { adviceProps } from './Advised.tsx';
import classes from './ListingForm.module.css';
import { type JsonField, jsonFieldProblem } from './listing-fields.ts';
import { isSample, SAMPLES } from './listing-problems.ts';
import { type CheckedFieldsProps, Section } from './Section.tsx';

const loadInputFor = retried(async () => {
  const { inputFor } = await import('./FormPreview.tsx');
  return inputFor;
});

/** What a seller misses who says nothing of results. */
export const ResultHint = ({ shown }: { shown: readonly unknown[] }) =>
  shown.every((each) => !each) && (
    <p className={classes.hint}>
      Until there is an output schema or a response example, buyers see no result before a call.
    </p>
  );

export type SchemaName = 'inputSchema' | 'outputSchema';

interface JsonFieldsProps extends CheckedFieldsProps {
  /** What is wrong within a JSON text, by its place. */
  problemsIn: (name: JsonField) => readonly InputProblem[];
}

interface JsonEditorProps extends JsonFieldsProps {
  name: JsonField;
  label: string;
  hint: string;
  /** The schema that an example has to fit. */
  schema?: string;
}

const LINE_START = 1;

/** The schema that each is, or is an example of. */
const SCHEMA_OF = {
  inputSchema: 'inputSchema',
  requestExampleJson: 'inputSchema',
  outputSchema: 'outputSchema',
  responseExampleJson: 'outputSchema',
} as const satisfies Record<JsonField, SchemaName>;

function JsonEditor(props: JsonEditorProps) {
  const {
    name,
    label,
    hint,
    schema = '',
    fields,
    set,
    errorOf,
    labelled,
    adviceOf,
    problemsIn,
  } = props;
  const text = fields[name];
  const unreadable = jsonFieldProblem(name, text);
  const places = new Map<number, TextPlace>();
  const add = (place: TextPlace | undefined) => place && places.set(place.line, place);
  if (unreadable !== undefined) add(placeOfProblem(unreadable));
  else {
    for (const { path } of problemsIn(name)) {
      const line = lineAt(text, path);
      add(line === undefined ? undefined : { line, column: LINE_START });
    }
  }
  const example = async () => {
    const isOwn = schema.trim() !== '' && !isSample(SCHEMA_OF[name], schema);
    if (!isOwn || jsonFieldProblem('inputSchema', schema) !== undefined) return SAMPLES[name];
    const inputFor = await loadInputFor();
    return inputFor(schema);
  };
  return (
    <JsonArea
      label={labelled(name, label)}
      name={label}
      description={hint}
      {...adviceProps(adviceOf(name))}
      example={example}
      value={text}
      onChange={(value) => set({ [name]: value })}
      places={[...places.values()]}
      error={errorOf(name)}
    />
  );
}

/** The schemas of a listing and its examples. */
export function JsonFields(props: JsonFieldsProps) {
  const { inputSchema, outputSchema } = props.fields;
  return (
    <>
      <Section title="Input" hint="What buyers send. Their form is made from the schema.">
        <JsonEditor
          {...props}
          name="inputSchema"
          label="Input schema"
          hint="A JSON Schema. Each of its properties becomes a field of the form: “title” names it, and “required” lists those that must be filled in."
        />
        <JsonEditor
          {...props}
          name="requestExampleJson"
          label="Request example"
          hint="An input that fits the schema. The form starts with it."
          schema={inputSchema}
        />
      </Section>
      <Section title="Output" hint="What the service returns. Each result is checked against it.">
        <JsonEditor
          {...props}
          name="outputSchema"
          label="Output schema"
          hint="A JSON Schema of what the service returns. Buyers see when a result does not match it."
        />
        <JsonEditor
          {...props}
          name="responseExampleJson"
          label="Response example"
          hint="What the service returns for the request example."
          schema={outputSchema}
        />
        <ResultHint shown={[outputSchema.trim(), props.fields.responseExampleJson.trim()]} />
      </Section>
    </>
  );
}
