import { useCallback, useMemo, useRef } from 'react';
import type { Field } from './drawing.ts';
import { fieldErrors, type InputProblem } from './field-errors.ts';
import { FormContext, InputField } from './fields.tsx';
import { formDataOf, jsonOf } from './form-data.ts';
import { withConstants } from './options.ts';

export interface InputFormProps {
  /** The result of `drawingOf`. */
  schema: Field;
  /** JSON text. */
  text: string;
  problems: readonly InputProblem[];
  onChange: (text: string) => void;
  /** Whether a field holds text that is not JSON, and that `text` therefore lacks. */
  onUnreadable: (isUnreadable: boolean) => void;
}

/** The fields of a listing's input. */
export default function InputForm({
  schema,
  text,
  problems,
  onChange,
  onUnreadable,
}: InputFormProps) {
  const unreadable = useRef(new Set<string>());
  const setUnreadable = useCallback(
    (id: string, isUnreadable: boolean) => {
      if (isUnreadable) unreadable.current.add(id);
      else unreadable.current.delete(id);
      onUnreadable(unreadable.current.size > 0);
    },
    [onUnreadable],
  );
  const errors = useMemo(() => fieldErrors(schema, problems), [schema, problems]);
  const context = useMemo(() => ({ errors, setUnreadable }), [errors, setUnreadable]);
  const data = useMemo(() => formDataOf(text), [text]);
  const change = (next: unknown) => {
    const changed = jsonOf(withConstants(schema, next));
    // What was typed as JSON keeps its form until a field changes.
    if (changed !== jsonOf(data)) onChange(changed);
  };
  return (
    <FormContext value={context}>
      <InputField
        field={schema}
        label={schema.title ?? 'Input'}
        path=""
        value={data}
        onChange={change}
        isBare
      />
    </FormContext>
  );
}
