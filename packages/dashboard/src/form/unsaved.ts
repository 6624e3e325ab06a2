import { useEffect, useState } from 'react';
import { endQuestion } from './leaving.ts';
import { changesInWords, EMPTY_FIELDS, type ListingFields } from './listing-fields.ts';

/** What was typed into the form of a listing and not saved: this tab keeps it, also over a reload. */
export interface Unsaved {
  /** The listing as it was opened: a request contains the differences from it. */
  before: ListingFields;
  fields: ListingFields;
}

const keyOf = (name: string) => `mkt-unsaved-${name}`;

/** The fields that this version knows, each only if it has its type. */
function fieldsOf(stored: unknown): ListingFields {
  const given = Object(stored) as Record<string, unknown>;
  const isTyped = (name: string, value: unknown) =>
    name === 'tags'
      ? Array.isArray(value) && value.every((tag) => typeof tag === 'string')
      : typeof value === 'string';
  return Object.fromEntries(
    Object.entries(EMPTY_FIELDS).map(([name, empty]) => [
      name,
      isTyped(name, given[name]) ? given[name] : empty,
    ]),
  ) as unknown as ListingFields;
}

/** What was typed, by the name of the form, such as the id of a listing. */
const unsaved = {
  get(name: string): Unsaved | undefined {
    try {
      const stored = sessionStorage.getItem(keyOf(name));
      if (stored === null) return undefined;
      const { before, fields } = JSON.parse(stored) as Record<string, unknown>;
      return { before: fieldsOf(before), fields: fieldsOf(fields) };
    } catch {
      return undefined;
    }
  },
  set(name: string, edit: Unsaved): void {
    try {
      sessionStorage.setItem(keyOf(name), JSON.stringify(edit));
    } catch {
      // Without storage the browser still asks before the page is left.
    }
  },
  delete(name: string): void {
    try {
      sessionStorage.removeItem(keyOf(name));
    } catch {
      // There was nothing to delete either.
    }
  },
};

/** The fields of a form, which has what was typed and not saved again when it is opened again. */
export function useUnsaved(name: string, opened: ListingFields) {
  const [restored, setRestored] = useState(() => unsaved.get(name));
  const [edit, setEdit] = useState<Unsaved>(restored ?? { before: opened, fields: opened });
  const changes = changesInWords(edit.before, edit.fields);
  const hasChanges = changes !== '';
  useEffect(() => {
    if (hasChanges) unsaved.set(name, edit);
    else unsaved.delete(name);
  }, [name, edit, hasChanges]);
  return {
    ...edit,
    /** What has changed, in words; empty if nothing has. */
    changes,
    isRestored: restored !== undefined,
    set(changes: Partial<ListingFields>) {
      setEdit(({ before, fields }) => ({ before, fields: { ...fields, ...changes } }));
    },
    /** After it was saved or given up. */
    end() {
      unsaved.delete(name);
      endQuestion();
    },
    discard() {
      setRestored(undefined);
      setEdit({ before: opened, fields: opened });
    },
  };
}
