import { type RefObject, useEffect, useRef } from 'react';

/** Puts the focus on the first field of a form that is marked, once it is. */
export const focusInvalid = (form: HTMLFormElement | null): void =>
  void setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

/** The `ref` of a form: when the server has refused what was sent, the first field at fault gets the focus. */
export function useFirstInvalid(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) focusInvalid(form.current);
  }, [error]);
  return form;
}
