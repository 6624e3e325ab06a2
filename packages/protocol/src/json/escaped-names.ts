const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const notJson = (): SyntaxError => new SyntaxError('not JSON');

/**
 * JSON.parse for a text that writes the name of a member with an escape. V8 may mistake such a name
 * for one that it has parsed before, in any caller's request: after `{"a":0,"\\u00":1}` it
 * reads the name in `{"a":0,"\u00fcber":1}` as `\u00` (https://github.com/nodejs/node/issues/63785).
 * Strings that are not names are always read correctly, so V8 gets arrays instead of objects,
 * `["a",0,"\u00fcber",1]`, from which the objects are built. Throws a SyntaxError.
 */
export function parseEscapedNames(text: string): unknown {
  const { arrays, isObject } = withoutObjects(text);
  let opened = 0;

  function restored(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const items = value as unknown[];
    if (!isObject[opened++]) {
      for (let i = 0; i < items.length; i++) {
        if (typeof items[i] === 'object') items[i] = restored(items[i]);
      }
      return items;
    }
    if (items.length % 2 !== 0) throw notJson();
    const object: Record<string, unknown> = {};
    for (let i = 0; i < items.length; i += 2) {
      const name = items[i];
      if (typeof name !== 'string') throw notJson();
      if (name === '__proto__') define(object, name, restored(items[i + 1]));
      else object[name] = restored(items[i + 1]);
    }
    return object;
  }

  return restored(JSON.parse(arrays));
}

function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** The innermost open container: an array, or an object that expects a colon or a comma next. */
const ARRAY = 0;
const NAME = 1;
const VALUE = 2;

/**
 * The text with arrays instead of objects, and for each container, in the order in which they open,
 * whether it is an object. Throws for text that is JSON only with the objects replaced.
 */
function withoutObjects(text: string): { arrays: string; isObject: boolean[] } {
  const bytes = encoder.encode(text);
  const isObject: boolean[] = [];
  const open: number[] = [];
  let inside: number | undefined;
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case 0x22:
        while (++i < bytes.length && bytes[i] !== 0x22) if (bytes[i] === 0x5c) i++;
        break;
      case 0x5b:
      case 0x7b:
        if (inside !== undefined) open.push(inside);
        inside = bytes[i] === 0x7b ? NAME : ARRAY;
        isObject.push(inside === NAME);
        bytes[i] = 0x5b;
        break;
      case 0x3a:
        if (inside !== NAME) throw notJson();
        inside = VALUE;
        bytes[i] = 0x2c;
        break;
      case 0x2c:
        if (inside === NAME) throw notJson();
        if (inside === VALUE) inside = NAME;
        break;
      case 0x5d:
        if (inside !== ARRAY) throw notJson();
        inside = open.pop();
        break;
      case 0x7d:
        if (inside === ARRAY) throw notJson();
        inside = open.pop();
        bytes[i] = 0x5d;
        break;
      case undefined:
      default:
        break;
    }
  }
  return { arrays: decoder.decode(bytes), isObject };
}
