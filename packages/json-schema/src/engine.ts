import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { OWN_KEYWORDS } from './ajv-keywords.ts';
import type { Dialect } from './dialect.ts';
import { FORMATS } from './formats.ts';
import { compilePattern } from './pattern.ts';

const ENGINES = { 'draft-07': Ajv, '2019-09': Ajv2019, '2020-12': Ajv2020 } as const;

const OPTIONS: Options = {
  strict: false,
  ownProperties: true,
  allErrors: false,
  useDefaults: false,
  coerceTypes: false,
  removeAdditional: false,
  logger: false,
};

/** ajv's regular expressions, RE2's in place of V8's. The name is for ajv's generated source. */
const regExp = Object.assign((pattern: string) => compilePattern(pattern), {
  code: 'compilePattern',
});

/** A fresh ajv for one lowered schema: in an instance that is used again, `$id`s leak. */
export function createEngine(dialect: Dialect): Ajv {
  const engine = new ENGINES[dialect.name]({
    ...OPTIONS,
    // Was validated already (meta-schema.ts).
    meta: false,
    validateSchema: false,
    validateFormats: true,
    // unevaluated-keyword.ts does it.
    unevaluated: false,
    formats: { ...FORMATS },
    // The optimiser is quadratic: 1.0 of 1.4 s of compiling 4500 schemas.
    code: { regExp, optimize: false },
  });
  for (const keyword of OWN_KEYWORDS) {
    engine.removeKeyword(keyword.keyword);
    engine.addKeyword(keyword);
  }
  return engine;
}
