import type { ReactNode } from 'react';
import classes from './ListingForm.module.css';
import type { ListingFields } from './listing-fields.ts';

export interface FieldsProps {
  fields: ListingFields;
  set: (changes: Partial<ListingFields>) => void;
  /** What is wrong with a field. */
  errorOf: (name: keyof ListingFields) => string | undefined;
}

export interface CheckedFieldsProps extends FieldsProps {
  /** A label, marked if the form asks for the field and can do without. */
  labelled: (name: keyof ListingFields, label: string) => ReactNode;
  /** What buyers would miss without it. */
  adviceOf: (name: keyof ListingFields) => string | undefined;
}

interface SectionProps {
  title: string;
  /** What it is for. */
  hint: string;
  children: ReactNode;
}

/** A part of the form: what it is for, beside its fields. */
export const Section = ({ title, hint, children }: SectionProps) => (
  <fieldset className={classes.section}>
    <legend className="visually-hidden">{title}</legend>
    <div className={classes.about}>
      <h2>{title}</h2>
      <p>{hint}</p>
    </div>
    <div className={classes.fields}>{children}</div>
  </fieldset>
);
