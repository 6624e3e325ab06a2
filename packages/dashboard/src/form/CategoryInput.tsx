import { Autocomplete } from '@mantine/core';
import { KNOWN_CATEGORIES } from '@mkt/protocol';
import type { ComponentProps } from 'react';
import { useCategories } from '../data/catalogue.ts';
import { CHOICE } from './choice.tsx';
import { categoryNames, categoryOf } from './listing-fields.ts';

interface CategoryInputProps extends Omit<ComponentProps<typeof Autocomplete>, 'value'> {
  /** As a listing has it. */
  value: string;
  onChange: (category: string) => void;
}

/** A category: those of this marketplace first, then the usual ones, each as the catalogue shows it; or another. */
export function CategoryInput({ value, onChange, ...field }: CategoryInputProps) {
  const used = useCategories();
  const names = categoryNames([...used.map(({ category }) => category), ...KNOWN_CATEGORIES]);
  const shown = [...names].find(([, category]) => category === value)?.[0];
  return (
    <Autocomplete
      {...CHOICE}
      {...field}
      data={[...names.keys()]}
      value={shown ?? value}
      onChange={(typed) => onChange(categoryOf(typed, names))}
      // A phone's keyboard adds a space to each word that it proposes.
      onBlur={() => onChange(categoryOf(value.trim(), names))}
      maxLength={40}
    />
  );
}
