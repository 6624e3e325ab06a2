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
  groups: readonly ChoiceGroup<Value>[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  error?: string;
}

/** Checkboxes in groups. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { label, groups, value, onChange, error } = props;
  const id = useId();
  const toggle = (choice: Value, isOn: boolean) =>
    onChange(isOn ? [...value, choice] : value.filter((other) => other !== choice));
  return (
    <Input.Wrapper
      role="group"
      aria-labelledby={id}
      label={label}
      labelElement="div"
      labelProps={{ id }}
      error={error}
    >
      <div className={classes.groups}>
        {groups.map((group) => (
          <fieldset key={group.label} className={classes.group}>
            <legend>{group.label}</legend>
            {group.choices.map((choice) => (
              <Checkbox
                key={choice.value}
                label={choice.label}
                checked={value.includes(choice.value)}
                onChange={({ currentTarget }) => toggle(choice.value, currentTarget.checked)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </Input.Wrapper>
  );
}
