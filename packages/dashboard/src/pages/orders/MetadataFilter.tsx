import { Button, TextInput } from '@mantine/core';
import type { Order } from '@mkt/client';
import { useState, type SubmitEvent } from 'react';
import { formText } from '../../data/form-text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { readMember } from './metadata-filter.ts';
import classes from '../../orders/orders.module.css';

interface MetadataFilterProps {
  metadata: Order['metadata'];
  onChange: (metadata: Order['metadata']) => void;
}

/** Narrows the list by texts that were given with the orders. */
export function MetadataFilter({ metadata, onChange }: MetadataFilterProps) {
  const [isWrong, setIsWrong] = useState(false);
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const member = readMember(formText(form, 'member').trim());
    setIsWrong(!member);
    if (!member) return;
    form.reset();
    onChange(Object.fromEntries([...Object.entries(metadata), member]));
  };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(metadata).filter(([each]) => each !== name));
  return (
    <form className={classes.filter} aria-label="Filter by metadata" onSubmit={add}>
      <TextInput
        aria-label="Metadata"
        name="member"
        size="xs"
        placeholder="Metadata, as in job=nightly"
        error={isWrong ? 'A name, = and a text' : undefined}
      />
      {Object.entries(metadata).map(([name, text]) => (
        <Button
          key={name}
          size="xs"
          variant="default"
          aria-label={`No longer filter by ${name}`}
          onClick={() => onChange(without(name))}
        >
          <VisibleText>{`${name}=${text}`}</VisibleText>&nbsp;✕
        </Button>
      ))}
    </form>
  );
}
