import { Checkbox, Input } from '@mantine/core';
import { useId } from 'react';
import classes from './Choices.module.css';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
}

export interface ChoiceGroup<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
}

interface ChoicesProps<Value extends string> {
  label: string;
  description?: string;
  groups: readonly ChoiceGroup<Value>[];
  /** A choice that contains all others: with it, they are not shown. */
  all?: Choice<Value>;
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  error?: string;
}

/** Checkboxes in groups. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, description, groups, all, value, onChange, error } = props;
  const id = useId();
  const hasAll = all !== undefined && value.includes(all.value);
  const toggle = (choice: Value, isOn: boolean) =>
    onChange(isOn ? [...value, choice] : value.filter((other) => other !== choice));
  const toggleAll = (choice: Value, isOn: boolean) =>
    onChange(isOn ? [choice] : groups.flatMap(({ choices }) => choices.map(({ value }) => value)));
  const box = (choice: Choice<Value>, change = toggle) => (
    <Checkbox
      key={choice.value}
      label={choice.label}
      checked={value.includes(choice.value)}
      onChange={({ currentTarget }) => change(choice.value, currentTarget.checked)}
    />
  );
  return (
    <Input.Wrapper
      role="group"
      aria-labelledby={id}
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      error={error}
    >
      {all && <div className={classes.all}>{box(all, toggleAll)}</div>}
      {!hasAll && (
        <div className={classes.groups}>
          {groups.map((group) => (
            <fieldset key={group.label} className={classes.group}>
              <legend>{group.label}</legend>
              {group.choices.map((choice) => box(choice))}
            </fieldset>
          ))}
        </div>
      )}
    </Input.Wrapper>
  );
}
