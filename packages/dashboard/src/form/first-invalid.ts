/** Puts the focus on the first field of a form that is marked, once it is. */
export const focusInvalid = (form: HTMLFormElement | null): void =>
  void setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

/** The field of the page with a label. */
export const fieldOf = (label: string): HTMLElement | null | undefined =>
  [...document.querySelectorAll('label')].find(
    ({ firstChild }) => firstChild?.textContent?.trim() === label,
  )?.control;
