/** Puts the focus on the first field of a form that is marked, once it is. */
export const focusInvalid = (form: HTMLFormElement | null): void =>
  void setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
