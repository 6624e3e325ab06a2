import { Button, JsonInput, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldErrorProps,
  FieldProps,
  FieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
  WidgetProps,
} from '@rjsf/utils';
import { createContext, use, useEffect, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import { visibleString } from '../ui/visible-text.ts';
import classes from './InputForm.module.css';
import { LABELS, LONG, OPTIONAL, PLACEHOLDER } from './drawing.ts';
import { formDataOf, jsonOf, jsonProblem, numberData, numberText } from './form-data.ts';

interface FieldLabelProps {
  children: string;
  isOptional: boolean;
}

/** What a seller calls a field, as text, and whether it may be left out. */
const FieldLabel = ({ children, isOptional }: FieldLabelProps) => (
  <>
    <VisibleText>{children}</VisibleText>
    {isOptional && ' (optional)'}
  </>
);

/** A text of a seller below a label or a field; nothing without one. */
const sellerText = (text: string | undefined) =>
  text === undefined || text === '' ? undefined : <VisibleText>{text}</VisibleText>;

/** The errors of a field as one. */
const errorText = (errors: readonly string[] | undefined) =>
  sellerText(errors?.map((error) => error.charAt(0).toUpperCase() + error.slice(1)).join('; '));

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
const OptionalChoice = createContext(false);

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

/** What the fields of a form tell it. */
export interface InputFormContext {
  /** Reports whether the text in the field with this id is not JSON. */
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

/** Fields show their label, description and errors themselves. */
export const FieldTemplate = ({ children, errors }: FieldTemplateProps) => (
  <div className={classes.field}>
    {children}
    {errors}
  </div>
);

/** The errors of an object or a list as a whole. */
export function FieldErrorTemplate({ errors, schema }: FieldErrorProps) {
  const isWhole = [schema.type].flat().some((type) => type === 'object' || type === 'array');
  const texts = errors?.filter((error) => typeof error === 'string') ?? [];
  if (!isWhole || texts.length === 0) return null;
  return (
    <p role="alert" className={classes.error}>
      {errorText(texts)}
    </p>
  );
}

/** The members of an object; those of the input as a whole without a frame. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, description, properties, schema, fieldPathId } = props;
  const members = properties.map(({ content }) => content);
  if (fieldPathId.path.length === 0 && title === '') return <div>{members}</div>;
  return (
    <fieldset className={classes.group}>
      <legend>
        <FieldLabel isOptional={schema[OPTIONAL] === true}>{title}</FieldLabel>
      </legend>
      {typeof description === 'string' && description !== '' && (
        <p className={classes.description}>{sellerText(description)}</p>
      )}
      {members}
    </fieldset>
  );
}

/** The items of a list, with a button that adds one. */
export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { title, schema, items, canAdd, onAddClick } = props;
  return (
    <fieldset className={classes.group}>
      <legend>
        <FieldLabel isOptional={schema[OPTIONAL] === true}>{title}</FieldLabel>
      </legend>
      {schema.description !== undefined && (
        <p className={classes.description}>{sellerText(schema.description)}</p>
      )}
      {items}
      {canAdd && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" />}
          aria-label={`Add an item to ${visibleString(title)}`}
          onClick={onAddClick}
        >
          Add
        </Button>
      )}
    </fieldset>
  );
}

/** The button that adds an item takes the focus when one goes away with its button. */
const focusAdd = (within: Element) =>
  within.closest('fieldset')?.querySelector<HTMLElement>(':scope > button')?.focus();

/** An item of a list, and what can be done with it. */
export function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, buttonsProps, index, totalItems, hasToolbar } = props;
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } =
    buttonsProps;
  // One that does nothing stays, so that the focus does too.
  const action = (label: string, isPossible: boolean, act: (button: Element) => void) => (
    <Button
      size="xs"
      variant="subtle"
      aria-label={`${label} item ${index + 1}`}
      aria-disabled={!isPossible}
      data-disabled={isPossible ? undefined : true}
      onClick={({ currentTarget }) => {
        if (isPossible) act(currentTarget);
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className={classes.item}>
      <div>{children}</div>
      {hasToolbar && (
        <div className={classes.actions}>
          {totalItems > 1 && action('Up', hasMoveUp, () => onMoveUpItem())}
          {totalItems > 1 && action('Down', hasMoveDown, () => onMoveDownItem())}
          {hasRemove &&
            action('Remove', true, (button) => {
              focusAdd(button);
              onRemoveItem();
            })}
        </div>
      )}
    </div>
  );
}

/** Which of several kinds of value it is, and the fields of that kind. */
export const MultiSchemaFieldTemplate = ({
  schema,
  selector,
  optionSchemaField,
}: MultiSchemaFieldTemplateProps) => (
  <div className={classes.choice}>
    <OptionalChoice value={schema[OPTIONAL] === true}>{selector}</OptionalChoice>
    {optionSchemaField}
  </div>
);

/** Descriptions are part of the fields. */
export const DescriptionFieldTemplate = () => null;
