import { isObject, type ListingContent, parseJson, pointerTo, type Profile } from '@mkt/protocol';

/** A text of a schema that buyers see, and where it is. */
interface SchemaText {
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
function schemaTexts(schema: unknown): SchemaText[] {
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

export type RuleName =
  | 'blocked_word'
  | 'profanity'
  | 'illegal_offer'
  | 'markup'
  | 'secret'
  | 'link';

/** A text that buyers see, with the rules that apply to it. */
export interface Field {
  label: string;
  path: string;
  text: string;
  rules: readonly RuleName[];
  /** The name of the listing. */
  isTitle?: true;
  /** The text is joined from several, so a position in it is meaningless. */
  isExtract?: true;
  /** The texts that it is joined from, with the path of each. */
  parts?: readonly { path: string; text: string }[];
}

const WORDS = ['blocked_word', 'profanity'] as const;
/** Texts in which a seller describes the offer; examples and values are data of the service. */
const OFFERS = [...WORDS, 'illegal_offer'] as const;
/** One line of plain text. */
const LINE: readonly RuleName[] = [...OFFERS, 'markup', 'secret', 'link'];
const PROSE: readonly RuleName[] = [...OFFERS, 'markup', 'secret'];

/** Long runs without a space are data, not words. */
const withoutData = (text: string) => text.replace(/\S{40,}/g, ' ');

/** The member names and texts of an example, to be screened for words. */
function wordsOf(exampleJson: string): string {
  const parsed = parseJson(new TextEncoder().encode(exampleJson));
  if (!parsed.ok) return exampleJson;
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') words.push(withoutData(value));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) words.push(name);
        collect(inner);
      }
    }
  };
  collect(parsed.value);
  return words.join('\n');
}

function exampleFields({ runContract }: ListingContent): Field[] {
  const examples = [
    ['requestExampleJson', 'request example'],
    ['responseExampleJson', 'response example'],
  ] as const;
  return examples.flatMap(([name, label]): Field[] => {
    const text = runContract[name];
    if (text === undefined) return [];
    const path = `/runContract/${name}`;
    return [
      { label, path, text: wordsOf(text), rules: WORDS, isExtract: true },
      { label, path, text, rules: ['secret'] },
    ];
  });
}

function schemaFields({ runContract }: ListingContent): Field[] {
  const schemas = [
    ['inputSchema', 'input schema'],
    ['outputSchema', 'output schema'],
  ] as const;
  return schemas.flatMap(([name, label]): Field[] => {
    const schema = runContract[name];
    if (schema === undefined) return [];
    const path = `/runContract/${name}`;
    const texts = schemaTexts(schema);
    const field = (
      kind: SchemaText['kind'],
      rules: readonly RuleName[],
      read = (text: string) => text,
    ): Field => {
      const parts = texts
        .filter((each) => each.kind === kind)
        .map(({ text, pointer }) => ({ path: path + pointer, text: read(text) }));
      // The separator keeps single letters of several names from forming a word.
      const text = parts.map((part) => part.text).join('\n\u2014\u2014\u2014\n');
      return { label, path, text, rules, isExtract: true, parts };
    };
    return [field('prose', PROSE), field('value', WORDS, withoutData), field('value', ['secret'])];
  });
}

/** Every text of a listing that buyers see; `slug` only if it was not derived from the title. */
export function contentFields(content: ListingContent, slug?: string): Field[] {
  const { title, description, category, tags, price } = content;
  const line = (label: string, path: string, text: string): Field => ({
    label,
    path,
    text,
    rules: LINE,
  });
  return [
    { ...line('title', '/title', title), isTitle: true },
    ...(slug === undefined ? [] : [{ ...line('slug', '/slug', slug), isTitle: true as const }]),
    { label: 'description', path: '/description', text: description ?? '', rules: PROSE },
    line('category', '/category', category ?? ''),
    line('price unit', '/price/unit', price.unit),
    ...(tags ?? []).map((tag, index) => line(`tag ${index + 1}`, `/tags/${index}`, tag)),
    ...exampleFields(content),
    ...schemaFields(content),
  ];
}

/** What a seller writes in its profile. */
export type ProfileTexts = Omit<Profile, 'sellerId'>;

const LABELS: Readonly<Record<Exclude<keyof ProfileTexts, 'name'>, string>> = {
  website: 'website',
  contact: 'contact',
  termsUrl: 'terms URL',
  documentationUrl: 'documentation URL',
};

/** The words of an address, apart, so that single letters do not form one. */
const separateWords = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' \u2014 ');

/** Every text of a profile; a link is allowed anywhere but in the name. */
export function profileFields(profile: ProfileTexts): Field[] {
  const links = Object.entries(LABELS) as [keyof typeof LABELS, string][];
  return [
    { label: 'name', path: '/name', text: profile.name, rules: LINE },
    ...links.flatMap(([name, label]): Field[] => {
      const text = profile[name] ?? '';
      const path = `/${name}`;
      return [
        { label, path, text: separateWords(text), rules: WORDS, isExtract: true },
        { label, path, text, rules: ['markup', 'secret'] },
      ];
    }),
  ];
}
