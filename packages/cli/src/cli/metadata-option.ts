import { InvalidArgumentError } from 'commander';

/** Texts of the buyer's own, by name. */
export type Metadata = Readonly<Record<string, string>>;

/** Collects the values of an option that is repeated: `--metadata job=nightly --metadata user=7`. */
export function collectMetadata(text: string, before: Metadata = {}): Metadata {
  const equals = text.indexOf('=');
  if (equals < 1) {
    throw new InvalidArgumentError('It must be a name and a value, as in job=nightly.');
  }
  const name = text.slice(0, equals);
  if (Object.hasOwn(before, name)) {
    throw new InvalidArgumentError(`${name} was given twice.`);
  }
  // Not as an assignment: `__proto__` is a name like any other.
  return Object.fromEntries([...Object.entries(before), [name, text.slice(equals + 1)]]);
}
