import { parseJson, type ListingContent } from '@mkt/protocol';
import { schemaTexts, type SchemaText } from './schema-texts.ts';

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

export const WORDS = ['blocked_word', 'profanity'] as const;
/** Texts in which a seller describes the offer; examples and values are data of the service. */
const OFFERS = [...WORDS, 'illegal_offer'] as const;
/** One line of plain text. */
export const LINE: readonly RuleName[] = [...OFFERS, 'markup', 'secret', 'link'];
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
