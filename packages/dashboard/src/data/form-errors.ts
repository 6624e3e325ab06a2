import { ApiError } from '@mkt/client';
import { shownError, type ShownError } from './errors.ts';

export interface FormErrors<Field extends string> {
  /** The problem of each field. */
  fields: Partial<Record<Field, string>>;
  /** What concerns no field of the form. */
  other: ShownError | undefined;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Which field of a form the server has refused: the pointers of its error name the members of the body. */
export function formErrors<Field extends string>(
  error: unknown,
  names: readonly Field[],
): FormErrors<Field> {
  const fields: FormErrors<Field>['fields'] = {};
  if (!error) return { fields, other: undefined };
  const shown = shownError(error);
  const details = error instanceof ApiError ? error.details : [];
  for (const { path, message } of details) {
    const name = names.find((field) => path === `/${field}` || path.startsWith(`/${field}/`));
    if (name !== undefined) fields[name] ??= sentence(message);
  }
  const places = details.filter(
    ({ path }) => !names.some((name) => path === `/${name}` || path.startsWith(`/${name}/`)),
  );
  const areAllShown = details.length > 0 && places.length === 0;
  return { fields, other: areAllShown ? undefined : { ...shown, places } };
}
