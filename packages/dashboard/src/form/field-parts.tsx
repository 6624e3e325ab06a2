import { Button } from '@mantine/core';
import { createContext, type ReactNode, use, useId } from 'react';
import { VisibleText } from '../ui/VisibleText.tsx';
import { visibleString } from '../ui/visible-text.ts';
import classes from './InputForm.module.css';
import type { Field } from './drawing.ts';
import type { FieldErrors } from './field-errors.ts';

export interface FieldProps {
  field: Field;
  label: string;
  /** A JSON Pointer. */
  path: string;
  /** Form data. */
  value: unknown;
  onChange: (value: unknown) => void;
  /** Whether it is an item of a list, which always has a value. */
  isItem?: boolean;
  /** Whether an object has no frame and no label. */
  isBare?: boolean;
}

interface InputFormContext {
  errors: FieldErrors;
  /** Reports whether the text in the field with this id is not JSON. */
  setUnreadable: (id: string, isUnreadable: boolean) => void;
}

export const FormContext = createContext<InputFormContext>({
  errors: new Map(),
  setUnreadable: () => undefined,
});

export const useForm = (): InputFormContext => use(FormContext);

/** What is wrong with a field, as one text. */
export const useErrors = (path: string): string | undefined =>
  useForm().errors.get(path)?.join(' ');

interface FieldLabelProps {
  children: string;
  isOptional: boolean | undefined;
}

/** What a seller calls a field, as text, and whether it may be left out. */
export const FieldLabel = ({ children, isOptional }: FieldLabelProps) => (
  <>
    <VisibleText>{children}</VisibleText>
    {isOptional && <span className={classes.optional}> (optional)</span>}
  </>
);

/** A text of a seller below a label or a field; nothing without one. */
export const sellerText = (text: string | undefined) =>
  text === undefined || text === '' ? undefined : <VisibleText>{text}</VisibleText>;

interface LeaveOutProps {
  label: string;
  onLeaveOut: () => void;
}

/** Removes an optional part again; the focus goes to its first field. */
export const LeaveOut = ({ label, onLeaveOut }: LeaveOutProps) => (
  <Button
    size="xs"
    variant="subtle"
    aria-label={`Clear ${visibleString(label)}`}
    onClick={({ currentTarget }) => {
      const within = currentTarget.closest(`fieldset, .${classes.box}`);
      within?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
      onLeaveOut();
    }}
  >
    Clear
  </Button>
);

interface FieldGroupProps extends FieldProps {
  /** Whether it has a label, but no frame. */
  isPlain?: boolean;
  children: ReactNode;
}

/** Fields that belong together, with what is wrong with them as a whole. */
export function FieldGroup({ field, label, path, isBare, isPlain, children }: FieldGroupProps) {
  const id = useId();
  const error = useErrors(path);
  const problem = error !== undefined && (
    // The focus goes here after an attempt to send it.
    <p id={id} role="alert" className={classes.error} tabIndex={-1} data-problem>
      {sellerText(error)}
    </p>
  );
  if (isBare) {
    return (
      <>
        {children}
        {problem}
      </>
    );
  }
  return (
    <fieldset
      className={isPlain ? classes.plain : classes.group}
      aria-describedby={error === undefined ? undefined : id}
    >
      <legend>
        <FieldLabel isOptional={field.isOptional}>{label}</FieldLabel>
      </legend>
      {children}
      {field.description !== undefined && (
        <p className={classes.description}>{sellerText(field.description)}</p>
      )}
      {problem}
    </fieldset>
  );
}
