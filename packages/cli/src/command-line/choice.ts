import { Option } from 'commander';

/** An option that takes one of a wire type's values: each must stand here, or it does not compile. */
export function choice<Value extends string>(
  flags: string,
  description: string,
  values: Readonly<Record<Value, true>>,
): Option {
  return new Option(flags, description).choices(Object.keys(values));
}
