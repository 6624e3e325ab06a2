import { printableJson } from '@mkt/protocol';
import { curlCommand, onLines, orderText, shellQuoted } from '../../data/curl-command.ts';

interface SnippetParts {
  /** The marketplace's address, without a trailing slash. */
  baseUrl: string;
  slug: string;
  /** JSON text. */
  input: string;
  price: { amount: number; currency: string };
}

export interface Snippet {
  name: string;
  /** The command that installs what it imports. */
  install?: string;
  code: string;
  /** How it is run: text in which names and commands are between backticks. */
  run: string;
}

/** In TypeScript JSON is an expression. */
function typescript({ baseUrl, slug, input, price }: SnippetParts): string {
  const { amount, currency } = price;
  return [
    "import { createClient } from '@mkt/client';",
    '',
    '// Reads MKT_API_KEY.',
    `const market = createClient({ baseUrl: ${JSON.stringify(baseUrl)} });`,
    `const result = await market.run(${JSON.stringify(slug)}, ${onLines(printableJson(input), '  ')}, {`,
    `  maxPrice: { amount: ${amount}, currency: ${JSON.stringify(currency)} },`,
    '});',
    'console.log(result);',
  ].join('\n');
}

const PYTHON_WORDS = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None'],
]);

/** JSON as Python: its strings are strings there too, but for an escaped slash. */
const pythonOf = (json: string): string =>
  json.replaceAll(
    /"(?:[^"\\]|\\.)*"|true|false|null/g,
    (token) =>
      PYTHON_WORDS.get(token) ??
      token.replaceAll(/\\(.)/g, (pair, of) => (of === '/' ? '/' : pair)),
  );

/** Only the standard library. */
const python = ({ baseUrl, slug, input, price }: SnippetParts): string =>
  [
    'import json, os, urllib.request',
    '',
    `url = ${JSON.stringify(`${baseUrl}/v1/orders`)}`,
    `order = ${pythonOf(onLines(orderText({ listing: slug, input, price }), '    '))}`,
    'request = urllib.request.Request(',
    '    url,',
    '    data=json.dumps(order).encode(),',
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["MKT_API_KEY"],',
    '        "Content-Type": "application/json",',
    '        "Prefer": "wait=10",',
    '    },',
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n');

const cli = ({ baseUrl, slug, input, price: { amount, currency } }: SnippetParts) =>
  [
    `npx mkt run ${slug}`,
    `--base-url ${baseUrl}`,
    `--max-price '${amount} ${currency}'`,
    `--input ${shellQuoted(onLines(printableJson(input), '  '))}`,
  ].join(' \\\n  ');

/** Programs that make the same call. The key is always a variable. */
export const snippetsOf = (parts: SnippetParts): readonly Snippet[] => [
  {
    name: 'TypeScript',
    install: 'npm install @mkt/client',
    code: typescript(parts),
    run: 'Save it as `call.mts` and run `node call.mts`.',
  },
  {
    name: 'curl',
    code: curlCommand({ listing: parts.slug, ...parts }),
    run: 'Run it in a shell. There is nothing to install.',
  },
  {
    name: 'Python',
    code: python(parts),
    run: 'Save it as `call.py` and run `python3 call.py`. There is nothing to install.',
  },
  {
    name: 'CLI',
    code: cli(parts),
    run: 'Run it in a shell. `npx` comes with Node and downloads the command.',
  },
];

interface CodePart {
  /** Where in the program it begins. */
  at: number;
  kind?: 'string' | 'comment' | 'number' | 'word';
  text: string;
}

const TOKENS =
  /(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<comment>(?<!:)\/\/[^\n]*)|(?<word>\b(?:import|from|const|await|with|as|print|True|False|None)\b)|(?<number>\b\d+(?:\.\d+)?\b)/g;

/** A program in parts that have colours. */
export function codeParts(code: string): CodePart[] {
  const parts: CodePart[] = [];
  let end = 0;
  for (const { 0: text, index, groups } of code.matchAll(TOKENS)) {
    if (index > end) parts.push({ at: end, text: code.slice(end, index) });
    const kinds = ['string', 'comment', 'word', 'number'] as const;
    const kind = kinds.find((each) => groups?.[each] !== undefined);
    parts.push(kind ? { at: index, kind, text } : { at: index, text });
    end = index + text.length;
  }
  return [...parts, { at: end, text: code.slice(end) }];
}
