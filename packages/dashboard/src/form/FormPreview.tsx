import { isObject, readJson } from '@mkt/protocol';
import { useMemo, useState } from 'react';
import { DrawnForm } from './InputEditor.tsx';
import classes from './ListingForm.module.css';
import { drawingOf } from './drawing.ts';
import { firstInput } from './first-input.ts';
import { shownAs } from './input-view.ts';

const NO_PROBLEMS: readonly [] = [];
const ignore = () => undefined;

function objectOf(json: string): Record<string, unknown> | undefined {
  try {
    const value = readJson(json).exact;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export interface FormPreviewProps {
  /** The input schema, as JSON text. */
  schema: string;
  /** What buyers start with, as JSON text; empty if there is none. */
  example: string;
}

/** An input that fits a schema (JSON text), to begin an example with. */
export const inputFor = (schema: string): string => firstInput({ inputSchema: objectOf(schema) });

/** The form that buyers get, with what it starts with. What is typed into it goes nowhere. */
export default function FormPreview({ schema, example }: FormPreviewProps) {
  const [typed, setTyped] = useState<string>();
  const inputSchema = useMemo(() => objectOf(schema), [schema]);
  const drawing = useMemo(() => drawingOf(inputSchema), [inputSchema]);
  const first = useMemo(
    () => firstInput({ inputSchema, requestExampleJson: example.trim() || undefined }),
    [inputSchema, example],
  );
  const text = typed ?? first;
  const shown = useMemo(() => shownAs(drawing, text), [drawing, text]);
  const note = (sentence: string) => <p className={classes.hint}>{sentence}</p>;
  if (!shown.schema) return note(`Buyers type JSON. ${shown.reason}`);
  return (
    <DrawnForm
      key={schema}
      schema={shown.schema}
      text={text}
      problems={NO_PROBLEMS}
      onChange={setTyped}
      onUnreadable={ignore}
      fallback={note('Buyers type JSON: no form could be drawn from this schema.')}
    />
  );
}
