import { isObject, readJson } from '@mkt/protocol';
import { useMemo, useState } from 'react';
import { Card } from '../ui/Card.tsx';
import { DrawnForm } from './DrawnForm.tsx';
import { drawingOf } from './drawing.ts';
import layout from './ListingForm.module.css';

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

/** The form that buyers get by an input schema (JSON text). What is typed into it goes nowhere. */
export function FormPreview({ schema }: { schema: string }) {
  const [text, setText] = useState('{}');
  const drawing = useMemo(() => drawingOf(objectOf(schema)), [schema]);
  const note = (sentence: string) => <p className={layout.hint}>{sentence}</p>;
  return (
    <Card title="Form for buyers">
      {schema.trim() === '' ? (
        note('Without an input schema buyers type JSON. With one they get a form, shown here.')
      ) : 'problem' in drawing ? (
        note(`Buyers type JSON. ${drawing.problem}`)
      ) : (
        <DrawnForm
          key={schema}
          schema={drawing.schema}
          text={text}
          problems={NO_PROBLEMS}
          onChange={setText}
          onUnreadable={ignore}
          fallback={note('Buyers type JSON: no form could be drawn by this schema.')}
        />
      )}
    </Card>
  );
}
