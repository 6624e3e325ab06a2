import { _, str, type KeywordCxt, type KeywordDefinition } from 'ajv';
import { isMultipleOf } from './decimal.ts';
import { firstDuplicate, memberTest } from './json-equality.ts';
import { isLongerThan, isShorterThan } from './text-length.ts';

type Fails = (value: never) => boolean;

const failWhen = (context: KeywordCxt, fails: Fails) => {
  const name = context.gen.scopeValue('func', { ref: fails });
  context.fail(_`${name}(${context.data})`);
};

/** Keywords whose ajv forms are slow, imprecise or throw on some values; see what each calls. */
export const OWN_KEYWORDS: readonly (KeywordDefinition & { keyword: string })[] = [
  {
    keyword: 'const',
    code(context) {
      const isMember = memberTest([context.schema]);
      failWhen(context, (value) => !isMember(value));
    },
    error: {
      message: 'must be the constant of the schema',
      params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
    },
  },
  {
    keyword: 'enum',
    schemaType: 'array',
    code(context) {
      const isMember = memberTest(context.schema as unknown[]);
      failWhen(context, (value) => !isMember(value));
    },
    error: {
      message: 'must be one of the values of the schema',
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
  },
  {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    code(context) {
      if (context.schema === true) {
        failWhen(context, (items: readonly unknown[]) => firstDuplicate(items) !== -1);
      }
    },
    error: { message: 'must not have the same item twice' },
  },
  {
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    code(context) {
      const divisor = context.schema as number;
      failWhen(context, (value: number) => !isMultipleOf(value, divisor));
    },
    error: {
      message: ({ schemaCode }) => str`must be a multiple of ${schemaCode}`,
      params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
    },
  },
  lengthKeyword('maxLength', isLongerThan, 'more'),
  lengthKeyword('minLength', isShorterThan, 'fewer'),
];

function lengthKeyword(
  keyword: string,
  fails: (text: string, limit: number) => boolean,
  than: string,
): KeywordDefinition & { keyword: string } {
  return {
    keyword,
    type: 'string',
    schemaType: 'number',
    code(context) {
      const limit = context.schema as number;
      failWhen(context, (text: string) => fails(text, limit));
    },
    error: {
      message: ({ schemaCode }) => str`must not have ${than} than ${schemaCode} characters`,
      params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
    },
  };
}
