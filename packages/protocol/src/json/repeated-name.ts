import { pointerTo } from './json-pointer.ts';
import { endOfString } from './json-scan.ts';

/** An array or object that is being read. */
interface Open {
  /** The names so far; only for objects. */
  names?: Set<string>;
  /** Name or index of what is being read. */
  name: string;
  index: number;
}

/** JSON Pointer to the first member with a duplicate name; the text must be JSON. */
export function repeatedName(text: string): string | undefined {
  const open: Open[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    const inside = open.at(-1);
    if (character === '"') {
      const end = endOfString(text, at);
      if (isName && inside?.names) {
        inside.name = JSON.parse(text.slice(at, end + 1)) as string;
        if (inside.names.has(inside.name)) return open.reduce(pathTo, '');
        inside.names.add(inside.name);
        isName = false;
      }
      at = end;
    } else if (character === '{') {
      open.push({ names: new Set(), name: '', index: 0 });
      isName = true;
    } else if (character === '[') {
      open.push({ name: '', index: 0 });
      isName = false;
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === ',' && inside) {
      inside.index++;
      isName = inside.names !== undefined;
    }
  }
  return undefined;
}

const pathTo = (path: string, { names, name, index }: Open) =>
  pointerTo(path, names ? name : index);
