import { isObject, pointerTo } from '@mkt/protocol';

/** A text of a schema that buyers see, and where it is. */
export interface SchemaText {
  text: string;
  /** JSON Pointer inside the schema, of the value or, for a name, of what is named. */
  pointer: string;
  /** Prose (titles, descriptions, names), or a value that an input may have. */
  kind: 'prose' | 'value';
}

/**
 * Expressions and references: not read as words. Names of definitions are read where they are
 * defined.
 */
const NOT_WORDS = new Set(['pattern', '$ref', '$dynamicRef', '$recursiveRef', '$schema']);
const VALUES = new Set(['enum', 'const', 'default', 'examples', 'example']);
const MAX_DEPTH = 64;

/**
 * Every text of a schema, including the names of members and the texts of unknown keywords: buyers
 * see all of them.
 */
export function schemaTexts(schema: unknown): SchemaText[] {
  const texts: SchemaText[] = [];
  const walk = (value: unknown, pointer: string, kind: SchemaText['kind'], depth: number): void => {
    if (typeof value === 'string') texts.push({ text: value, pointer, kind });
    if ((!isObject(value) && !Array.isArray(value)) || depth > MAX_DEPTH) return;
    const isExpressions = pointer.endsWith('/patternProperties');
    for (const [name, inner] of Object.entries(value)) {
      const at = pointerTo(pointer, name);
      if (isObject(value) && !isExpressions) texts.push({ text: name, pointer: at, kind: 'prose' });
      if (typeof inner === 'string' && NOT_WORDS.has(name)) continue;
      walk(inner, at, VALUES.has(name) ? 'value' : kind, depth + 1);
    }
  };
  walk(schema, '', 'prose', 0);
  return texts;
}
