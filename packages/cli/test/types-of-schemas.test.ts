// What `mkt types` makes of schemas: the code itself, and whether it compiles.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileSchema } from '@mkt/json-schema';
import { describe, expect, it, onTestFinished } from 'vitest';
import { randomCases } from '../../json-schema/test/arbitrary-schemas.ts';
import { ROOT } from '../../../scripts/install.mjs';
import { compileTypes, type TypedContract } from '../src/types/compile-types.ts';
import { generateTypes } from '../src/types/generate-types.ts';

const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** The generator writes the length of a tuple into a comment. */
const COMMENT = /\/\*[^]*?\*\//g;

async function codeOf(inputSchema: unknown): Promise<string> {
  const types = await compileTypes([{ slug: 'a', inputSchema }]);
  if (!types.ok) throw new Error(types.problem);
  return types.code.replaceAll(COMMENT, '').replaceAll(/\s+/g, ' ').trim();
}

/** What the compiler finds wrong with a module; empty if it compiles. */
async function errorsIn(code: string, ...flags: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mkt-types-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'types.ts');
  await writeFile(file, code);
  const argv = [
    TSC,
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--ignoreConfig',
    ...flags,
    file,
  ];
  return await promisify(execFile)(process.execPath, argv, { maxBuffer: 2 ** 26 }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';
const STRING = { type: 'string' };
const NUMBER = { type: 'number' };

describe('the type of a schema', () => {
  it.each<[string, unknown, string]>([
    ['nothing known', {}, 'type AInput = unknown;'],
    ['nothing accepted', false, 'type AInput = never;'],
    ['integers', { type: 'integer' }, 'type AInput = number;'],
    ['several types', { type: ['string', 'null'] }, 'type AInput = string | null;'],
    ['a constant', { const: { a: [1, "it's"] } }, `type AInput = { a: [1, "it's"] };`],
    ['values', { enum: ['b', null, 2] }, `type AInput = 'b' | null | 2;`],
    ['values of one type', { type: 'string', enum: ['b', 2] }, `type AInput = 'b';`],
    ['a list', { type: 'array', items: { enum: ['a', 'b'] } }, `type AInput = ('a' | 'b')[];`],
    [
      'a closed object without members',
      { type: 'object', additionalProperties: false },
      'interface AInput { [k: string]: never; }',
    ],
    [
      'a map',
      { type: 'object', additionalProperties: NUMBER },
      'interface AInput { [k: string]: number; }',
    ],
    [
      'members beside a map',
      { type: 'object', properties: { a: STRING }, additionalProperties: NUMBER },
      'interface AInput { a?: string; [k: string]: number | string | undefined; }',
    ],
    [
      'members by pattern',
      { type: 'object', patternProperties: { '^n': NUMBER }, additionalProperties: false },
      'interface AInput { [k: string]: number; }',
    ],
    [
      'a required member that nothing describes',
      { type: 'object', required: ['a'] },
      'interface AInput { a: unknown; }',
    ],
    [
      'objects, where the type is missing',
      { required: ['a'] },
      'type AInput = | { a: unknown; } | unknown[] | (string | number | boolean | null);',
    ],
    [
      'dependentRequired',
      { type: 'object', dependentRequired: { a: ['b'] } },
      'interface AInput { [k: string]: unknown; }',
    ],
    [
      'a tuple of draft-07',
      {
        $schema: DRAFT_07,
        type: 'array',
        items: [STRING, NUMBER],
        additionalItems: false,
        minItems: 2,
      },
      'type AInput = [string, number];',
    ],
    [
      'a tuple of 2019-09 that goes on',
      { $schema: DRAFT_2019, type: 'array', items: [STRING], additionalItems: NUMBER, minItems: 1 },
      'type AInput = [string, ...number[]];',
    ],
    [
      'a tuple of 2020-12',
      { type: 'array', prefixItems: [STRING, NUMBER], items: false, minItems: 1 },
      'type AInput = [string] | [string, number];',
    ],
    [
      'a list of tuples',
      { type: 'array', items: { type: 'array', prefixItems: [STRING], items: false } },
      'type AInput = ([] | [string])[];',
    ],
    [
      'alternatives',
      { anyOf: [STRING, { type: 'array', items: STRING }] },
      'type AInput = string | string[];',
    ],
    ['one of', { oneOf: [STRING, { type: 'null' }] }, 'type AInput = string | null;'],
    [
      'alternatives for the same object',
      {
        type: 'object',
        properties: { a: STRING, b: STRING },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      'type AInput = { a?: string; b?: string; } & ( | { a: unknown; } | { b: unknown; } );',
    ],
    [
      'all of',
      {
        allOf: [
          { type: 'object', required: ['a'] },
          { type: 'object', required: ['b'] },
        ],
      },
      'type AInput = { a: unknown; } & { b: unknown; };',
    ],
    [
      'a $ref that stands alone in draft-07',
      { $schema: DRAFT_07, $ref: '#/definitions/a', type: 'null', definitions: { a: STRING } },
      'type AInput = string;',
    ],
    [
      'a $ref with siblings',
      { $defs: { a: { type: ['string', 'null'] } }, $ref: '#/$defs/a', type: 'string' },
      'type AInput = string;',
    ],
    [
      'a schema that contains itself',
      { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false },
      'interface AInput { next?: AInput; }',
    ],
    [
      '$dynamicRef',
      { $dynamicAnchor: 'n', type: 'object', properties: { next: { $dynamicRef: '#n' } } },
      'interface AInput { next?: AInput; }',
    ],
    [
      '$recursiveRef',
      { $schema: DRAFT_2019, $recursiveAnchor: true, type: 'array', items: { $recursiveRef: '#' } },
      'type AInput = AInput[];',
    ],
    [
      'a definition that is used twice',
      {
        type: 'object',
        properties: { from: { $ref: '#/$defs/a b' }, to: { $ref: '#/$defs/a b' } },
        $defs: { 'a b': { type: 'object', properties: { city: STRING } } },
      },
      'interface AInput { from?: AInputAB; to?: AInputAB; } export interface AInputAB { city?: string; }',
    ],
  ])('%s', async (_, schema, code) => {
    expect(await codeOf(schema)).toBe(`export ${code}`);
  });

  it('is refused where the marketplace would refuse the schema, with the reason', async () => {
    const inputSchema = { $ref: 'https://example.com/schema.json' };
    expect(await compileTypes([{ slug: 'a', inputSchema }])).toMatchObject({
      ok: false,
      slug: 'a',
      side: 'inputSchema',
      problem: expect.stringContaining('/$ref'),
    });
  });
});

const COMMENT_OR_STRING = /\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
const CODE = "'; process.exit(1); //";
const TEXTS = [
  '*/ export const pwned = 1; /*',
  '@ts-expect-error',
  '@ts-ignore\n@deprecated',
  '[k: string]',
  '__proto__',
  'constructor',
  "it's",
  'a\u2028b\u2029c',
  'line\nbreak\r\0',
  '\u202etxet',
  '\ud800',
  '`${process.exit()}`',
  '</script>',
  '\\',
  '',
  'class',
  CODE,
];

describe('a schema that contains itself', () => {
  const ITSELF = { $ref: '#' };

  it.each<[string, object]>([
    ['in a list of lists', { items: { type: 'array', items: ITSELF } }],
    ['in a tuple', { prefixItems: [{ type: 'array', items: ITSELF }] }],
    ['in lists after a tuple', { prefixItems: [STRING], items: { type: 'array', items: ITSELF } }],
    ['in tuples after a tuple', { prefixItems: [STRING], items: { prefixItems: [ITSELF] } }],
    ['after a tuple', { prefixItems: [STRING], items: ITSELF }],
    [
      'in objects after a tuple',
      { prefixItems: [STRING], items: { type: 'object', additionalProperties: ITSELF } },
    ],
  ])('%s has a type that compiles', async (_, schema) => {
    const types = await compileTypes([
      { slug: 'a', inputSchema: { type: ['array', 'null'], ...schema } },
    ]);
    if (!types.ok) throw new Error(types.problem);
    expect(await errorsIn(types.code)).toBe('');
  });
});

describe('the schema of a stranger', () => {
  const hostile = {
    type: 'object',
    tsType: CODE,
    tsEnumNames: TEXTS,
    extends: { $ref: 'file:///etc/passwd' },
    title: TEXTS.join('\n'),
    description: TEXTS.join('\n'),
    properties: Object.fromEntries(
      TEXTS.map((text) => [
        text,
        {
          tsType: CODE,
          title: text,
          description: text,
          enum: [text, { [text]: [text] }],
          tsEnumNames: [CODE],
          deprecated: true,
          default: text,
        },
      ]),
    ),
    required: TEXTS,
    $defs: Object.fromEntries(TEXTS.map((text) => [text, { description: text, type: 'object' }])),
    patternProperties: { '^\\*/': { const: CODE } },
    allOf: TEXTS.slice(0, 3).map((text) => ({
      $ref: `#/$defs/${encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
    })),
  };

  it('cannot put code, comments or directives into the file', async () => {
    const contracts = TEXTS.map((slug) => ({ slug, inputSchema: hostile, outputSchema: hostile }));
    const types = await compileTypes(contracts);
    if (!types.ok) throw new Error(types.problem);
    expect(await errorsIn(types.code, '--noUnusedLocals')).toBe('');
    const outsideOfTexts = types.code.replaceAll(COMMENT_OR_STRING, '');
    expect(outsideOfTexts).not.toMatch(/pwned|process|const |class |`|@/);
    expect(types.code).not.toMatch(/[^\n\x20-\x7e…]/);
    // Each listing has names of its own, and none of them is empty.
    expect(new Set(types.listings.flatMap(({ input, output }) => [input, output])).size).toBe(
      2 * TEXTS.length,
    );
  }, 60_000);

  it.each<[string, () => unknown]>([
    ['is wide', () => wide(1_200)],
    ['nests as deeply as it may', () => nested(30)],
    ['branches and refers to itself', () => tangled(40)],
  ])(
    'that %s is generated in time, and compiles',
    async (_, schema) => {
      const signal = new AbortController().signal;
      const types = await generateTypes([{ slug: 'a', inputSchema: schema() }], { signal });
      expect(await errorsIn(types.code)).toBe('');
    },
    60_000,
  );

  it('that takes too long is abandoned', async () => {
    const signal = new AbortController().signal;
    await expect(
      generateTypes([{ slug: 'a', inputSchema: tangled(40) }], { timeoutMs: 1, signal }),
    ).rejects.toThrow('The types of a were not generated within 0.001 s.');
  });

  it('that needs too much memory is abandoned', async () => {
    const signal = new AbortController().signal;
    await expect(
      generateTypes([{ slug: 'a', inputSchema: wide(1_200) }], { memoryMb: 8, signal }),
    ).rejects.toThrow('need more than 8 MB of memory.');
  });
});

const wide = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: Math.ceil(count / 400) }, (_, group) => [
      `g${group}`,
      {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 400 }, (_, index) => [`p${index}`, { type: 'string' }]),
        ),
      },
    ]),
  ),
});

const nested = (depth: number): unknown =>
  depth === 0
    ? STRING
    : { type: 'object', properties: { inner: nested(depth - 1) }, required: ['inner'] };

/** Every definition leads to every other one. */
const tangled = (count: number) => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `d${index}`,
      {
        type: ['object', 'array', 'null'],
        properties: Object.fromEntries(
          Array.from({ length: 10 }, (_, to) => [
            `p${to}`,
            { $ref: `#/$defs/d${(index * 7 + to * 3) % count}` },
          ]),
        ),
        items: { $ref: `#/$defs/d${(index + 1) % count}` },
        prefixItems: [{ $ref: '#' }, {}],
      },
    ]),
  ),
});

describe('any schema', () => {
  const CASES = 150;

  it.each([1, 2])(
    'has a type for every value that it accepts (seed %i)',
    async (seed) => {
      const contracts: TypedContract[] = [];
      const lines: string[] = [];
      let slug = 0;
      for (const { schema: written, values } of randomCases(CASES, seed)) {
        // Otherwise the compiler refuses members that a type does not mention.
        const schema = opened(written);
        const compiled = compileSchema(schema);
        if (!compiled.ok) continue;
        contracts.push({ slug: `s${slug}`, inputSchema: schema });
        for (const value of values) {
          const json = JSON.stringify(value);
          // The compiler takes a literal's member of this name for the constructor of objects.
          if (compiled.validate(value)?.length !== 0 || json.includes('"constructor"')) continue;
          lines.push(`{ const value: S${slug}Input = ${json}; void value; }`);
        }
        slug++;
      }
      const types = await compileTypes(contracts);
      if (!types.ok) throw new Error(types.problem);
      expect(contracts.length).toBeGreaterThan(CASES / 5);
      expect(lines.length).toBeGreaterThan(CASES / 5);
      const code = `${types.code}\n${lines.join('\n')}`;
      expect(await errorsIn(code)).toBe('');
      expect(await errorsIn(code, '--exactOptionalPropertyTypes')).toBe('');
    },
    120_000,
  );
});

/** The same schema, with `additionalProperties: true` where it says nothing about other members. */
function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => [
    name,
    ['enum', 'const'].includes(name) ? value : opened(value),
  ]);
  const isObject = 'properties' in schema || 'required' in schema;
  return {
    ...(isObject ? { additionalProperties: true } : {}),
    ...Object.fromEntries(members),
  };
}
