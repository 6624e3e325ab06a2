/** Puts the focus on the first field of a form that is marked, once it is. */
export const focusInvalid = (form: HTMLFormElement | null): void =>
  void setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

/** The field of a form, or of the page, with a label; unfolded if it was not in view. */
export function fieldOf(
  label: string,
  within: ParentNode = document,
): HTMLElement | null | undefined {
  const named = [...within.querySelectorAll('label')].find(
    ({ firstChild }) => firstChild?.textContent?.trim() === label,
  );
  const fold = named?.closest('details');
  if (fold) fold.open = true;
  return named?.control;
}
