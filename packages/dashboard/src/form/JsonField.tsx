import { JsonInput } from '@mantine/core';
import type { FieldProps } from '@rjsf/utils';
import { useEffect, useState } from 'react';
import { jsonProblem } from './json-problem.ts';
import { OPTIONAL } from './drawing.ts';
import { errorText, FieldLabel, sellerText } from './FieldLabel.tsx';
import { formDataOf, jsonOf } from './form-data.ts';
import classes from './InputForm.module.css';

/** What the fields of a form tell it. */
export interface InputFormContext {
  /** Reports, by the id of a field, whether what it holds is no JSON. */
  setUnreadable: (id: string, isUnreadable: boolean) => void;
}

/** A part of the input that is typed as JSON, because its schema names no fields. */
export function JsonField(props: FieldProps) {
  const { fieldPathId, formData, schema, title, name, required, rawErrors, onChange, registry } =
    props;
  const { setUnreadable } = registry.formContext as InputFormContext;
  const [typed, setTyped] = useState<{ text: string; json: string }>();
  const id = fieldPathId.$id;
  const json = jsonOf(formData);
  const text = typed?.json === json ? typed.text : json;
  const problem = text.trim() === '' ? undefined : jsonProblem(text);
  const isUnreadable = problem !== undefined;
  useEffect(() => {
    setUnreadable(id, isUnreadable);
    return () => setUnreadable(id, false);
  }, [setUnreadable, id, isUnreadable]);
  const set = (next: string) => {
    const isEmpty = next.trim() === '';
    if (!isEmpty && jsonProblem(next) !== undefined) {
      setTyped({ text: next, json });
      return;
    }
    const data = isEmpty ? undefined : formDataOf(next);
    setTyped({ text: next, json: jsonOf(data) });
    onChange(data, fieldPathId.path);
  };
  return (
    <JsonInput
      id={id}
      label={
        <FieldLabel isOptional={schema[OPTIONAL] === true}>
          {title ?? schema.title ?? name}
        </FieldLabel>
      }
      description={sellerText(schema.description) ?? 'As JSON.'}
      error={problem ?? errorText(rawErrors)}
      aria-required={required ?? false}
      autosize
      minRows={2}
      maxRows={16}
      value={text}
      onChange={set}
      spellCheck={false}
      classNames={{ input: classes.json }}
    />
  );
}
