import { endOfString } from './json-scan.ts';
import { pointerTo } from './json-pointer.ts';

/** An open array or object. */
interface Open {
  isArray: boolean;
  /** Index of the item that is being read. */
  index: number;
  /** Start and end of the name of the member that is being read. */
  name: [number, number];
}

/** JSON Pointer to the number at `position`; the text must be JSON. */
export function pathAt(text: string, position: number): string {
  const open: Open[] = [];
  let string: Open['name'] = [0, 0];
  for (let at = 0; at < position; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const end = endOfString(text, at);
      string = [at, end + 1];
      at = end;
    } else if (code === 0x5b || code === 0x7b) {
      open.push({ isArray: code === 0x5b, index: 0, name: string });
    } else if (code === 0x5d || code === 0x7d) {
      open.pop();
    } else if (code === 0x3a || code === 0x2c) {
      const inside = open.at(-1);
      if (!inside) continue;
      if (code === 0x3a) inside.name = string;
      else inside.index++;
    }
  }
  return open.reduce(
    (path, { isArray, index, name }) =>
      pointerTo(path, isArray ? index : (JSON.parse(text.slice(...name)) as string)),
    '',
  );
}
