import { Input, SegmentedControl } from '@mantine/core';
import type { KeyScope } from '@mkt/client';
import { type ComponentProps, useId, useState } from 'react';
import { type Preset, presetOf, scopesInWords, scopesToChoose } from '../data/key-words.ts';
import { Choices } from '../ui/Choices.tsx';
import classes from './BudgetForm.module.css';

const CUSTOM = { value: 'custom', label: 'Custom' };

interface PermissionsProps extends Pick<
  ComponentProps<typeof Choices<KeyScope>>,
  'groups' | 'error'
> {
  presets: readonly Preset[];
  value: readonly KeyScope[];
  onChange: (scopes: KeyScope[]) => void;
}

/** What a key may do: one of some presets, or scopes that are chosen one by one. */
export function Permissions({ presets, groups, value, onChange, error }: PermissionsProps) {
  const id = useId();
  const [isCustom, setCustom] = useState(false);
  const preset = presetOf(value, presets);
  const choose = (name: string) => {
    const found = presets.find((each) => each.value === name);
    setCustom(!found);
    onChange(found ? [...found.scopes] : scopesToChoose(value));
  };
  return (
    <Input.Wrapper
      role="group"
      aria-labelledby={id}
      label="Permissions"
      labelElement="div"
      labelProps={{ id }}
      error={!isCustom && error}
    >
      <div className={classes.choice}>
        <SegmentedControl
          aria-label="Permissions"
          data={[...presets, CUSTOM].map((each) => ({ value: each.value, label: each.label }))}
          value={isCustom ? CUSTOM.value : (preset?.value ?? '')}
          onChange={choose}
        />
        {isCustom ? (
          <Choices
            label="What it may do"
            groups={groups}
            value={value}
            onChange={onChange}
            error={error}
          />
        ) : (
          <p className={classes.rule}>
            {value.length === 0 ? 'Choose what it may do.' : `${scopesInWords(value)}.`}
          </p>
        )}
      </div>
    </Input.Wrapper>
  );
}
