import { Button, TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import classes from './CatalogueSearch.module.css';
import { Icon } from './Icon.tsx';
import { catalogueOf } from './ListingCard.tsx';

/** Leads to the catalogue with the words that are typed. */
export function CatalogueSearch({ words }: { words?: string | undefined }) {
  const [, navigate] = useLocation();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('query');
    const query = typeof typed === 'string' ? typed.trim() : '';
    navigate(query === '' ? '/catalogue' : catalogueOf({ query }));
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        type="search"
        name="query"
        defaultValue={words}
        aria-label="Search the catalogue"
        placeholder="Text, weather, invoices …"
        maxLength={200}
        leftSection={<Icon name="search" />}
      />
      <Button type="submit" variant="default">
        Search
      </Button>
    </form>
  );
}
