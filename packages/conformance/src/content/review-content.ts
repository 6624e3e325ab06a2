import { parseJson, type Check, type Detail, type ListingContent } from '@mkt/protocol';
import { failed, passed } from '../checks/outcomes.ts';
import { findLink, findMarkup } from './markup.ts';
import { findProfanity, type Find } from './profanity.ts';
import { findSecret } from './secrets.ts';

interface Rule {
  name: 'profanity' | 'markup' | 'secret' | 'link';
  /** Continues the field's name. */
  says: string;
  find: Find;
}

const PROFANITY: Rule = {
  name: 'profanity',
  says: 'has a word that is not accepted',
  find: findProfanity,
};
const MARKUP: Rule = {
  name: 'markup',
  says: 'has markup that would run in a page',
  find: findMarkup,
};
const SECRET: Rule = { name: 'secret', says: 'has what looks like a secret key', find: findSecret };
const LINK: Rule = { name: 'link', says: 'has a web address', find: findLink };

const SHORT_TEXT = [PROFANITY, MARKUP, SECRET, LINK];

interface Field {
  label: string;
  path: string;
  text: string;
  rules: readonly Rule[];
  /** The text is only the words of the field, so that a place in it means nothing. */
  isExtract?: true;
}

/** Names and texts of an example, for its words; long runs without a space are data, not words. */
function wordsOf(exampleJson: string): string {
  const parsed = parseJson(new TextEncoder().encode(exampleJson));
  if (!parsed.ok) return exampleJson;
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') words.push(value.replace(/\S{40,}/g, ' '));
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

function fieldsOf({
  title,
  description,
  category,
  tags,
  price,
  runContract,
}: ListingContent): Field[] {
  const fields: Field[] = [
    { label: 'title', path: '/title', text: title, rules: SHORT_TEXT },
    {
      label: 'description',
      path: '/description',
      text: description ?? '',
      rules: [PROFANITY, MARKUP, SECRET],
    },
    { label: 'category', path: '/category', text: category ?? '', rules: SHORT_TEXT },
    { label: 'price unit', path: '/price/unit', text: price.unit, rules: SHORT_TEXT },
  ];
  for (const [index, tag] of (tags ?? []).entries()) {
    fields.push({
      label: `tag ${index + 1}`,
      path: `/tags/${index}`,
      text: tag,
      rules: SHORT_TEXT,
    });
  }
  for (const [name, label] of [
    ['requestExampleJson', 'request example'],
    ['responseExampleJson', 'response example'],
  ] as const) {
    const text = runContract[name];
    if (text === undefined) continue;
    const path = `/runContract/${name}`;
    fields.push({ label, path, text: wordsOf(text), rules: [PROFANITY], isExtract: true });
    fields.push({ label, path, text, rules: [SECRET] });
  }
  return fields;
}

/**
 * The `content` check: title, description, category, unit, tags and examples against the rules
 * profanity, markup, secret and link. The reason names the field and the rule, never the text.
 */
export function reviewContent(content: ListingContent): Check {
  const broken = fieldsOf(content).flatMap(({ label, path, text, rules, isExtract }) =>
    rules.flatMap(({ name, says, find }) => {
      const index = find(text);
      if (index === undefined) return [];
      const detail: Detail = {
        path,
        message: isExtract ? says : `${says}, near character ${index + 1}`,
        keyword: name,
      };
      return [{ detail, sentence: `the ${label} ${says} (rule "${name}")` }];
    }),
  );
  const [first] = broken;
  if (!first) return passed('content', 'title, description, tags and examples are fit to publish');
  const more = broken.length > 1 ? `; ${broken.length - 1} more` : '';
  return failed('content', {
    message: `${first.sentence}${more}`,
    fix: 'Change the text at the places that are listed. If nothing is wrong there, ask the operator of the marketplace to approve the listing.',
    details: broken.map(({ detail }) => detail),
  });
}
