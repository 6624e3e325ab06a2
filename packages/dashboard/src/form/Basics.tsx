import { Autocomplete, TagsInput, Textarea, TextInput } from '@mantine/core';
import { KNOWN_CATEGORIES } from '@mkt/protocol';
import classes from './ListingForm.module.css';
import type { ListingFields } from './listing-fields.ts';

export interface FieldsProps {
  fields: ListingFields;
  set: (changes: Partial<ListingFields>) => void;
  /** Why the server refused a field. */
  errorOf: (name: keyof ListingFields) => string | undefined;
}

/** What buyers read about a listing, and how they find it. */
export const Basics = ({ fields, set, errorOf, isListed }: FieldsProps & { isListed: boolean }) => (
  <section className={classes.group} aria-labelledby="basics">
    <h2 id="basics">Basics</h2>
    <TextInput
      label="Title"
      value={fields.title}
      onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      maxLength={200}
      autoComplete="off"
      required
      withAsterisk={false}
      error={errorOf('title')}
    />
    <Textarea
      label="Description (optional)"
      autosize
      minRows={2}
      maxRows={12}
      value={fields.description}
      onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      maxLength={5000}
      error={errorOf('description')}
    />
    <Autocomplete
      label="Category (optional)"
      data={[...KNOWN_CATEGORIES]}
      value={fields.category}
      onChange={(category) => set({ category })}
      maxLength={40}
      error={errorOf('category')}
    />
    <TagsInput
      label="Tags (optional)"
      description="At most 10. Press Enter after each."
      value={fields.tags}
      onChange={(tags) => set({ tags })}
      maxTags={10}
      acceptValueOnBlur
      error={errorOf('tags')}
    />
    {!isListed && (
      <TextInput
        label="Slug (optional)"
        description="Its address, which never changes. By default it is made from the title."
        value={fields.slug}
        onChange={({ currentTarget }) => set({ slug: currentTarget.value })}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        error={errorOf('slug')}
      />
    )}
  </section>
);
