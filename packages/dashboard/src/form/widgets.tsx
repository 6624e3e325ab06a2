import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { WidgetProps } from '@rjsf/utils';
import { createContext, use, useState } from 'react';
import { visibleString } from '../ui/visible-text.ts';
import { LABELS, LONG, OPTIONAL, PLACEHOLDER } from './drawing.ts';
import { errorText, FieldLabel, sellerText } from './FieldLabel.tsx';
import { numberData, numberText } from './form-data.ts';
import classes from './InputForm.module.css';

/** What an empty field means: an empty item of a list, `null` if that is needed, or nothing. */
function emptyValue({ schema, required }: WidgetProps): '' | null | undefined {
  if (schema.default === '') return '';
  return required && Array.isArray(schema.type) && schema.type.includes('null') ? null : undefined;
}

const isNumber = ({ type }: WidgetProps['schema']) =>
  [type].flat().some((each) => each === 'number' || each === 'integer');

const isBoolean = ({ type }: WidgetProps['schema']) => [type].flat().includes('boolean');

const placeholderOf = (schema: WidgetProps['schema']) => {
  const text: unknown = schema[PLACEHOLDER];
  return typeof text === 'string' && text !== '' ? visibleString(text) : undefined;
};

const shared = ({ id, schema, label, required, rawErrors }: WidgetProps, isOptional?: boolean) => ({
  id,
  label: <FieldLabel isOptional={isOptional ?? schema[OPTIONAL] === true}>{label}</FieldLabel>,
  description: sellerText(schema.description),
  error: errorText(rawErrors),
  'aria-required': required ?? false,
});

/** A number is typed as text: the browser's own field would round it. */
function NumberWidget(props: WidgetProps) {
  const { schema, value, onChange } = props;
  const [typed, setTyped] = useState('');
  const set = (text: string) => {
    setTyped(text);
    onChange(numberData(text) ?? emptyValue(props));
  };
  // What is typed may not be what its value is written as: 1.0, or 1. on the way to 1.5.
  const isTyped = (numberData(typed) ?? emptyValue(props)) === value;
  return (
    <TextInput
      {...shared(props)}
      inputMode="text"
      className={classes.number}
      placeholder={placeholderOf(schema)}
      value={isTyped ? typed : numberText(value)}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      autoComplete="off"
    />
  );
}

/** A text or a number. */
export function TextWidget(props: WidgetProps) {
  const { schema, value, onChange } = props;
  if (isNumber(schema)) return <NumberWidget {...props} />;
  const field = {
    ...shared(props),
    placeholder: placeholderOf(schema),
    value: typeof value === 'string' ? value : '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value === '' ? emptyValue(props) : currentTarget.value),
    autoComplete: 'off',
  };
  return schema[LONG] === true ? (
    <Textarea {...field} autosize minRows={1} maxRows={12} />
  ) : (
    <TextInput {...field} />
  );
}

/** Whether the choice of a selector may be left open. */
export const OptionalChoice = createContext(false);

/** One of the values of `enum`, true or false, or an option of a choice. */
export function SelectWidget(props: WidgetProps) {
  const { schema, value, options, onChange } = props;
  const { enumOptions = [] } = options;
  const labels: unknown = schema[LABELS];
  const isOption = !Array.isArray(schema.enum) && schema.type === 'number';
  const labelOf = (index: number, label: string) => {
    if (isBoolean(schema)) return String(enumOptions[index]?.value);
    const own: unknown = Array.isArray(labels) ? labels[index] : undefined;
    return visibleString(typeof own === 'string' ? own : label);
  };
  const isOpen = use(OptionalChoice);
  const isOptional = isOption ? isOpen : schema[OPTIONAL] === true;
  const placeholder = placeholderOf(schema);
  const written = JSON.stringify(value);
  const chosen = enumOptions.findIndex((option) => JSON.stringify(option.value) === written);
  return (
    <NativeSelect
      {...shared(props, isOptional)}
      value={chosen === -1 ? '' : String(chosen)}
      onChange={({ currentTarget }) =>
        onChange(
          currentTarget.value === '' ? undefined : enumOptions[Number(currentTarget.value)]?.value,
        )
      }
      data={[
        ...(isOption && !isOptional
          ? []
          : [{ value: '', label: placeholder === undefined ? '' : `(${placeholder})` }]),
        ...enumOptions.map(({ label }, index) => ({
          value: String(index),
          label: labelOf(index, label),
        })),
      ]}
    />
  );
}
