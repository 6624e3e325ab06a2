import { pointerSegments } from '@mkt/protocol';

/** The fields of a run contract as the form of a listing calls them. */
const LABELS: Readonly<Record<string, string>> = {
  endpointPath: 'Endpoint',
  healthEndpoint: 'Health endpoint',
  inputSchema: 'Input schema',
  outputSchema: 'Output schema',
  requestExampleJson: 'Request example',
  responseExampleJson: 'Response example',
};

/** Not within an address or a path. */
const NAME = new RegExp(`(?<![\\w/.?&=-])(?:${Object.keys(LABELS).join('|')})(?![\\w/=-])`, 'g');

/** A sentence about a listing with the labels of its form in place of the names on the wire. */
export const withLabels = (text: string): string =>
  text.replace(NAME, (name) => `“${LABELS[name]}”`);

const FORM_LABELS: Readonly<Record<string, string>> = {
  ...LABELS,
  amount: 'Price',
  title: 'Title',
  description: 'Description',
  category: 'Category',
  tags: 'Tags',
};

/** What the form of a listing calls a field. */
export const labelOf = (field: string): string => FORM_LABELS[field] ?? field;

/** Which field a check is about if it names none. */
const FIELDS: Readonly<Record<string, string>> = {
  reachability: 'endpointPath',
  health: 'healthEndpoint',
  'health-given': 'healthEndpoint',
  examples: 'requestExampleJson',
  'description-given': 'description',
  'examples-given': 'requestExampleJson',
};

/**
 * The field of a listing's form that is changed if a check has failed, as in `Endpoint`; undefined if that
 * is not known.
 */
export function labelOfCheck(check: Found & { name: string }): string | undefined {
  const { name, message, fix = '', details = [] } = check;
  const [first] = details;
  const [, member] = /^\/(?:runContract\/)?(\w+)/.exec(first?.path ?? '') ?? [];
  // The places of an example are within it.
  const [named] = `${message} ${fix}`.match(NAME) ?? [];
  const field = name === 'content' ? member : (named ?? FIELDS[name] ?? member);
  return field !== undefined && Object.hasOwn(FORM_LABELS, field) ? FORM_LABELS[field] : undefined;
}

interface Found {
  message: string;
  fix?: string | undefined;
  details?: readonly { path: string; message: string }[];
}

/** `lines.0.text`: where a JSON Pointer leads; empty for the whole. */
export const placeInWords = (pointer: string): string => pointerSegments(pointer).join('.');

interface InWords extends Found {
  details: NonNullable<Found['details']>;
}

const MISMATCH = /^(request|response)ExampleJson does not match (input|output)Schema\b/;

/** `must be string` as people say it. */
export const withArticle = (text: string): string =>
  text.replace(
    /^must be (?=(?:(array|integer|object)|string|number|boolean)\b)/,
    (_, vowel?: string) => (vowel === undefined ? 'must be a ' : 'must be an '),
  );

/** `No “Health endpoint” is given.` A longer message is a sentence already. */
const asSentence = (text: string): string => text.replace(/^no (.* is given)$/, 'No $1.');

/**
 * What a check found, for people. An example that does not match its schema is told once: the message, the
 * places and the fix would say the same.
 */
export function checkInWords({ message, fix, details = [] }: Found): InWords {
  const [, example, schema] = MISMATCH.exec(message) ?? [];
  const [first, ...others] = details;
  if (example === undefined || !first) {
    return {
      message: asSentence(withLabels(message)),
      fix: fix === undefined ? undefined : withLabels(fix),
      details,
    };
  }
  const says = `The ${example} example does not match the ${schema} schema`;
  const problem = withArticle(first.message);
  if (others.length === 0) {
    const place = placeInWords(first.path) || 'it';
    return { message: `${says}: ${place} ${problem}.`, fix: undefined, details: [] };
  }
  const places = details.map((each) => ({ ...each, message: withArticle(each.message) }));
  return { message: `${says}:`, fix: undefined, details: places };
}
