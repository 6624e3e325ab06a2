// Two independent validators. A value counts if they give the same verdict.
import { Validator } from '@cfworker/json-schema';
import Ajv from 'ajv';
import Ajv2019 from 'ajv/dist/2019.js';
import Ajv2020 from 'ajv/dist/2020.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';

const DRAFTS = {
  'draft-04': { cfworker: '4', uri: 'http://json-schema.org/draft-04/schema#' },
  'draft-06': { cfworker: '7', uri: 'http://json-schema.org/draft-06/schema#' },
  'draft-07': { cfworker: '7', uri: 'http://json-schema.org/draft-07/schema#' },
  '2019-09': { cfworker: '2019-09', uri: 'https://json-schema.org/draft/2019-09/schema' },
  '2020-12': { cfworker: '2020-12', uri: 'https://json-schema.org/draft/2020-12/schema' },
};

/** Without `$schema`, a list for `items` was written for draft-07 or 2019-09. */
const draftOf = (schema) =>
  Object.keys(DRAFTS).find((name) => String(schema.$schema).includes(name)) ??
  (/"(?:items":\[|additionalItems")/.test(JSON.stringify(schema)) ? '2019-09' : '2020-12');

function byAjv(schema, draft) {
  const options = { strict: false, logger: false, ownProperties: true, validateSchema: false };
  const Class = { 'draft-04': AjvDraft04, '2019-09': Ajv2019, '2020-12': Ajv2020 }[draft] ?? Ajv;
  const ajv = new (Class.default ?? Class)(options);
  if (draft === 'draft-06') ajv.addMetaSchema(draft06);
  (addFormats.default ?? addFormats)(ajv);
  const { $schema, ...rest } = schema;
  const validate = ajv.compile(
    draft === 'draft-06' ? { $schema: DRAFTS[draft].uri, ...rest } : rest,
  );
  return (value) => validate(value);
}

function byCfworker(schema, draft) {
  const validator = new Validator(schema, DRAFTS[draft].cfworker);
  return (value) => validator.validate(value).valid;
}

/** `undefined` if not both can read the schema. */
export function judges(schema, name) {
  const written = JSON.parse(JSON.stringify(schema));
  const draft = draftOf(written);
  const all = [];
  for (const make of [byAjv, byCfworker]) {
    try {
      const judge = make(written, draft);
      judge(null);
      all.push(judge);
    } catch (error) {
      console.log(`${name}: ${make.name} cannot read it: ${error.message.slice(0, 150)}`);
    }
  }
  if (all.length < 2) return undefined;
  return (value) => {
    const verdicts = all.map((judge) => judge(value));
    if (verdicts.length === 2 && verdicts[0] === verdicts[1]) return verdicts[0];
    console.log(`${name}: ${JSON.stringify(value)} is ${verdicts.join()} by ajv, cfworker`);
    return undefined;
  };
}
