// The drafts' meta-schemas as code, so that nobody compiles them at a start. Run by scripts/generate.mjs.
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';

const OUT = 'packages/json-schema/src/generated/meta-schemas.ts';
const HEADER =
  '// Generated from the meta-schemas that ajv brings by `npm run fix`. Do not edit.\n';
const DRAFTS = [
  ['draft07', Ajv, 'http://json-schema.org/draft-07/schema'],
  ['draft201909', Ajv2019, 'https://json-schema.org/draft/2019-09/schema'],
  ['draft202012', Ajv2020, 'https://json-schema.org/draft/2020-12/schema'],
];

/** A function of its own around each draft: the names in them are the same. */
function validatorOf([name, Engine, id]) {
  const ajv = new Engine({
    strict: false,
    ownProperties: true,
    logger: false,
    validateFormats: false,
    code: { source: true },
  });
  const code = standaloneCode
    .default(ajv, ajv.getSchema(id))
    .replace(/^"use strict";/, '')
    .replace(/module\.exports = (\w+);module\.exports\.default = \w+;/, '/* $1 */')
    .replaceAll('require("ajv/dist/runtime/equal").default', 'areEqual');
  const [, root] = /\/\* (\w+) \*\//.exec(code) ?? [];
  const [needed] = /require\("[^"]+"\)/.exec(code) ?? [];
  if (!root || needed) throw new Error(`The meta-schema ${id} cannot be written: ${needed}`);
  return `export const ${name}: Validator = /* @__PURE__ */ (() => {${code}return ${root};})();\n`;
}

export function generateMetaSchemas() {
  const head = `${HEADER}// @ts-nocheck
/* eslint-disable */
import type { SchemaViolation } from '@mkt/protocol';
import { areEqual } from '../json-equality.ts';

type Validator = ((value: unknown) => boolean) & { errors?: SchemaViolation[] | null };

`;
  return { [OUT]: head + DRAFTS.map(validatorOf).join('\n') };
}
