import { Checkbox, JsonInput, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { pointerTo } from '@mkt/protocol';
import { useEffect, useId, useState } from 'react';
import { visibleString } from '../ui/visible-text.ts';
import classes from './InputForm.module.css';
import type { Field } from './drawing.ts';
import {
  type FieldProps,
  FieldGroup,
  FieldLabel,
  LeaveOut,
  sellerText,
  useErrors,
  useForm,
} from './field-parts.tsx';
import { formDataOf, jsonOf, nameOf, numberData, numberText } from './form-data.ts';
import { jsonProblem } from './json-place.ts';
import { BoxesField, ListField, TagsField } from './lists.tsx';
import { INPUT_TYPES, isTimeFormat, shownTime, timeText } from './native-times.ts';
import { carriedOver, isMembers, optionOf } from './options.ts';

export { FormContext } from './field-parts.tsx';

/** Explanations go below a field, so that fields side by side are aligned. */
const ORDER = ['label', 'input', 'description', 'error'] as const;

function useShared({ field, label, path }: FieldProps) {
  const error = sellerText(useErrors(path));
  return {
    label: <FieldLabel isOptional={field.isOptional}>{label}</FieldLabel>,
    description: sellerText(field.description),
    error,
    inputWrapperOrder: [...ORDER],
    'aria-required': field.isOptional !== true,
  };
}

/** What an empty field means: an empty item of a list, `null` if that is needed, or nothing. */
function emptyValue({ field, isItem }: FieldProps): '' | null | undefined {
  if (isItem && field.type === 'string') return '';
  return field.isOptional !== true && field.orNull ? null : undefined;
}

function placeholderOf({ proposed }: Field): string | undefined {
  if (!proposed) return undefined;
  const text = visibleString(proposed.text);
  return proposed.isDefault ? `${text} (default)` : `For example ${text}`;
}

/** A number is typed as text: the browser's own field would round it. */
function NumberField(props: FieldProps) {
  const { field, value, onChange } = props;
  const [typed, setTyped] = useState('');
  const set = (text: string) => {
    setTyped(text);
    onChange(numberData(text) ?? emptyValue(props));
  };
  // What is typed may not be what its value is written as: 1.0, or 1. on the way to 1.5.
  const isTyped = (numberData(typed) ?? emptyValue(props)) === value;
  return (
    <TextInput
      {...useShared(props)}
      // The keyboards for numbers of some phones have no minus sign.
      inputMode={field.isDigits ? 'decimal' : 'text'}
      className={classes.number}
      placeholder={placeholderOf(field)}
      value={isTyped ? typed : numberText(value)}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      autoComplete="off"
    />
  );
}

const PASSAGE_ROWS = 4;
const KEYBOARDS: Readonly<Record<string, 'email' | 'url'>> = { email: 'email', uri: 'url' };

const zoneNote = (format: string) =>
  format === 'time'
    ? 'In UTC.'
    : `In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`;

/** A text: a line, several lines, or what the browser has a field for. */
function TextField(props: FieldProps) {
  const { field, value, onChange } = props;
  const shared = useShared(props);
  const text = typeof value === 'string' ? value : '';
  const set = (next: string) => onChange(next === '' ? emptyValue(props) : next);
  const { format } = field;
  const shown = isTimeFormat(format) ? shownTime(format, text) : undefined;
  if (isTimeFormat(format) && shown !== undefined) {
    const note = format === 'date' ? undefined : zoneNote(format);
    return (
      <TextInput
        {...shared}
        description={
          (shared.description ?? note) && (
            <>
              {shared.description} {note}
            </>
          )
        }
        type={INPUT_TYPES[format]}
        step={format === 'date' ? undefined : 1}
        value={shown}
        onChange={({ currentTarget }) => set(timeText(format, currentTarget.value))}
      />
    );
  }
  const input = {
    ...shared,
    placeholder: placeholderOf(field),
    value: text,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(currentTarget.value),
    autoComplete: 'off',
  };
  if (field.isLong) {
    const rows = field.isPassage ? PASSAGE_ROWS : 1;
    return <Textarea {...input} autosize minRows={rows} maxRows={12} />;
  }
  return <TextInput {...input} inputMode={format === undefined ? undefined : KEYBOARDS[format]} />;
}

/** What is left out has the default of the service, so its box shows that. */
function BooleanField(props: FieldProps) {
  const { field, label, value, onChange } = props;
  const { label: shownLabel, description, error, 'aria-required': isRequired } = useShared(props);
  const isTicked =
    typeof value === 'boolean'
      ? value
      : field.proposed?.isDefault && field.proposed.text === 'true';
  return (
    <div className={classes.box}>
      <Checkbox
        label={shownLabel}
        description={description}
        error={error}
        aria-required={isRequired}
        aria-invalid={error !== undefined}
        checked={isTicked ?? false}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {field.isOptional && value !== undefined && (
        <LeaveOut label={label} onLeaveOut={() => onChange(undefined)} />
      )}
    </div>
  );
}

const MAX_RADIOS = 4;
const MAX_RADIO_LENGTH = 24;

/** If one of a few short values is needed, all of them are shown. */
const areRadios = ({ isOptional, labels = [] }: Field, isItem: boolean | undefined) =>
  isOptional !== true &&
  !isItem &&
  labels.length > 1 &&
  labels.length <= MAX_RADIOS &&
  labels.every(({ length }) => length <= MAX_RADIO_LENGTH);

const indexIn = (values: readonly unknown[], value: unknown) => {
  const written = JSON.stringify(value);
  return values.findIndex((each) => JSON.stringify(each) === written);
};

function RadioField(props: FieldProps) {
  const { field, path, value, onChange } = props;
  const name = useId();
  const isInvalid = useErrors(path) !== undefined;
  const chosen = indexIn(field.enum ?? [], value);
  return (
    <FieldGroup {...props} isPlain>
      <div className={classes.radios}>
        {field.labels?.map((label, index) => (
          <label key={JSON.stringify(field.enum?.[index])} className={classes.radio}>
            <input
              type="radio"
              name={name}
              checked={index === chosen}
              aria-invalid={isInvalid}
              onChange={() => onChange(field.enum?.[index])}
            />
            {visibleString(label)}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

const writtenAs = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** One of the values of `enum`. Leaving it out is the same as choosing its default. */
function SelectField(props: FieldProps) {
  const { field, value, onChange } = props;
  const { enum: values = [], labels = [], proposed, isOptional } = field;
  const preset =
    isOptional && proposed?.isDefault
      ? values.findIndex((each) => writtenAs(each) === proposed.text)
      : -1;
  const chosen = value === undefined ? preset : indexIn(values, value);
  const choose = (index: number) => onChange(index === preset ? undefined : values[index]);
  return (
    <NativeSelect
      {...useShared(props)}
      value={chosen === -1 ? '' : String(chosen)}
      onChange={({ currentTarget }) =>
        currentTarget.value === '' ? onChange(undefined) : choose(Number(currentTarget.value))
      }
      data={[
        ...(preset === -1 ? [{ value: '', label: placeholderOf(field) ?? '' }] : []),
        ...labels.map((label, index) => ({
          value: String(index),
          label: `${visibleString(label)}${index === preset ? ' (default)' : ''}`,
        })),
      ]}
    />
  );
}

/** Which of several kinds of value it is, and the fields of that kind. */
function KindField(props: FieldProps) {
  const { field, value, onChange, isItem } = props;
  const options = field.oneOf ?? [];
  const [chosen, setChosen] = useState(0);
  const index = optionOf(options, value, chosen);
  const option = options[index];
  const choose = (next: number) => {
    const target = options[next];
    setChosen(next);
    const isNeeded = field.isOptional !== true;
    onChange(target && carriedOver(target, value, isNeeded || isItem === true));
  };
  return (
    <div className={classes.kind}>
      <NativeSelect
        {...useShared(props)}
        value={index === -1 ? '' : String(index)}
        onChange={({ currentTarget }) =>
          choose(currentTarget.value === '' ? -1 : Number(currentTarget.value))
        }
        data={[
          ...(field.isOptional ? [{ value: '', label: 'Leave out' }] : []),
          ...options.map(({ title = '' }, each) => ({
            value: String(each),
            label: visibleString(title),
          })),
        ]}
      />
      {option && (
        <InputField
          {...props}
          field={{ ...option, isOptional: false }}
          label={option.title ?? ''}
          isBare
        />
      )}
    </div>
  );
}

/** A part of the input that is typed as JSON, because its schema names no fields. */
function JsonField(props: FieldProps) {
  const { value, onChange } = props;
  const { setUnreadable } = useForm();
  const shared = useShared(props);
  const [typed, setTyped] = useState<{ text: string; json: string }>();
  const id = useId();
  const json = jsonOf(value);
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
    onChange(data);
  };
  return (
    <JsonInput
      {...shared}
      description={shared.description ?? 'As JSON.'}
      error={problem ?? shared.error}
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

/** Short fields are placed beside each other. */
const isShort = ({ type, format, enum: values, oneOf, isJson }: Field) =>
  !oneOf &&
  !isJson &&
  (values !== undefined || type === 'number' || type === 'integer' || isTimeFormat(format));

/** The members of an object; those of the input as a whole without a frame. */
function ObjectField(props: FieldProps) {
  const { field, path, value, onChange, isBare } = props;
  const { errors } = useForm();
  const members = isMembers(value) ? value : {};
  const set = (key: string, next: unknown) => {
    const changed = { ...members, [key]: next };
    const isEmpty = Object.values(changed).every((member) => member === undefined);
    onChange(isEmpty && field.isOptional ? undefined : changed);
  };
  const drawn = Object.entries(field.properties ?? {}).map(([key, member]) => {
    const name = nameOf(key);
    const at = pointerTo(path, name);
    // A member with only one possible value has no field (`withConstants`).
    const isKnown = member.enum?.length === 1 && !member.isOptional && !errors.has(at);
    return isKnown ? null : (
      <div key={key} className={isShort(member) ? undefined : classes.wide}>
        <InputField
          field={member}
          label={member.title ?? name}
          path={at}
          value={members[key]}
          onChange={(next) => set(key, next)}
        />
      </div>
    );
  });
  const grid = <div className={classes.members}>{drawn}</div>;
  return (
    <FieldGroup {...props} isBare={isBare === true}>
      {grid}
      {field.isOptional && value !== undefined && !isBare && (
        <div>
          <LeaveOut label={props.label} onLeaveOut={() => onChange(undefined)} />
        </div>
      )}
    </FieldGroup>
  );
}

const isLine = (item: unknown) => typeof item === 'string' && item !== '' && !item.includes('\n');

/** A list of words, of ticked boxes, or of anything else. */
function ArrayField(props: FieldProps) {
  const { field, value } = props;
  const { items = {} } = field;
  const data: readonly unknown[] = Array.isArray(value) ? value : [];
  if (items.enum && field.isUnique) return <BoxesField {...props} />;
  const areTags = items.type === 'string' && !items.orNull && !isTimeFormat(items.format);
  if (areTags && data.every(isLine)) return <TagsField {...props} />;
  return <ListField {...props} Item={InputField} />;
}

/** The field of a part of an input. */
export function InputField(props: FieldProps) {
  const { field, isItem } = props;
  if (field.isJson) return <JsonField {...props} />;
  if (field.oneOf) return <KindField {...props} />;
  if (field.enum) {
    return areRadios(field, isItem) ? <RadioField {...props} /> : <SelectField {...props} />;
  }
  switch (field.type) {
    case 'object':
      return <ObjectField {...props} />;
    case 'array':
      return <ArrayField {...props} />;
    case 'boolean':
      return field.orNull ? (
        <SelectField {...props} field={{ ...field, ...YES_NO }} />
      ) : (
        <BooleanField {...props} />
      );
    case 'number':
    case 'integer':
      return <NumberField {...props} />;
    case 'string':
      return <TextField {...props} />;
    case undefined:
      return <JsonField {...props} />;
  }
}

/** A box cannot be null. */
const YES_NO = { enum: [true, false, null], labels: ['true', 'false', 'null'] } as const;
