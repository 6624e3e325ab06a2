const INVALID = '[aria-invalid="true"]';

/** What is folded cannot have the focus. */
function unfold(field: Element | null | undefined): void {
  const fold = field?.closest('details');
  if (fold) fold.open = true;
}

/** Puts the focus on the first field of a form that is marked as wrong, or else as asked for, once it is. */
export const focusInvalid = (form: HTMLFormElement | null): void =>
  void setTimeout(() => {
    const field =
      form?.querySelector<HTMLElement>(INVALID) ??
      form?.querySelector<HTMLElement>('[data-advice]');
    unfold(field);
    field?.focus();
    // A high field is in view already when a few of its pixels are.
    field?.scrollIntoView({ block: 'nearest' });
  });

/** The field of a form, or of the page, with a label; unfolded if it was not in view. */
export function fieldOf(
  label: string,
  within: ParentNode = document,
): HTMLElement | null | undefined {
  const named = [...within.querySelectorAll('label')].find(
    ({ firstChild }) => firstChild?.textContent?.trim() === label,
  );
  unfold(named);
  return named?.control;
}
