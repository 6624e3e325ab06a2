import { capitalised } from '../ui/text.ts';
import { visibleString } from '../ui/visible-text.ts';

/** Categories by their names in the catalogue; of those with the same name the first. */
export function categoryNames(categories: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const category of categories) {
    const name = visibleString(capitalised(category));
    if (!names.has(name)) names.set(name, category);
  }
  return names;
}

/** The category of a name, `developer-tools` for `Developer tools`; another text is one of its own. */
export function categoryOf(typed: string, names: ReadonlyMap<string, string>): string {
  const text = typed.toLowerCase();
  const [, category] =
    [...names].find(([name, each]) => [name, each].some((it) => it.toLowerCase() === text)) ?? [];
  return category ?? typed;
}
