import Form from '@rjsf/core/lib/components/Form.js';
import StringField from '@rjsf/core/lib/components/fields/StringField.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useCallback, useMemo, useRef } from 'react';
import { fieldErrors, type InputProblem } from './field-errors.ts';
import { formDataOf, jsonOf } from './form-data.ts';
import { JSON_FIELD } from './drawing.ts';
import {
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  DescriptionFieldTemplate,
  FieldErrorTemplate,
  FieldTemplate,
  type InputFormContext,
  JsonField,
  MultiSchemaFieldTemplate,
  ObjectFieldTemplate,
  SelectWidget,
  TextWidget,
} from './fields.tsx';
import { optionValidator, withConstants } from './options.ts';

const FIELDS = { NumberField: StringField, [JSON_FIELD]: JsonField };
const WIDGETS = { TextWidget, SelectWidget, CheckboxWidget: SelectWidget };
const TEMPLATES = {
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  DescriptionFieldTemplate,
  FieldErrorTemplate,
  FieldTemplate,
  MultiSchemaFieldTemplate,
  ObjectFieldTemplate,
};

/** Nothing is filled in that was not typed, but what a member that is needed always is. */
const DEFAULTS = {
  emptyObjectFields: 'populateRequiredDefaults',
  arrayMinItems: { populate: 'never' },
} as const;

export interface InputFormProps {
  /** Of `drawingOf`. */
  schema: RJSFSchema;
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
  const setUnreadable = useCallback<InputFormContext['setUnreadable']>(
    (id, isUnreadable) => {
      if (isUnreadable) unreadable.current.add(id);
      else unreadable.current.delete(id);
      onUnreadable(unreadable.current.size > 0);
    },
    [onUnreadable],
  );
  const context = useMemo((): InputFormContext => ({ setUnreadable }), [setUnreadable]);
  const data = useMemo(() => formDataOf(text), [text]);
  const errors = useMemo(() => fieldErrors(schema, problems), [schema, problems]);
  return (
    <Form
      tagName="div"
      schema={schema}
      formData={data}
      formContext={context}
      validator={optionValidator}
      fields={FIELDS}
      widgets={WIDGETS}
      templates={TEMPLATES}
      extraErrors={errors}
      experimental_defaultFormStateBehavior={DEFAULTS}
      noValidate
      showErrorList={false}
      onChange={(event: { formData?: unknown }) => {
        const changed = jsonOf(withConstants(schema, event.formData));
        // What was typed as JSON keeps its form until a field changes.
        if (changed !== jsonOf(data)) onChange(changed);
      }}
    >
      <></>
    </Form>
  );
}
