// What packages/protocol/src/reference says of every route, and that its examples are valid.
import { ROUTES } from '@mkt/protocol';
import { ALL_ROUTES, isAuthRoute, pathParameterNames, type AnyRoute } from '@mkt/protocol/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import {
  exampleDocument,
  mediaOf,
  resolve,
  type Operation,
  type Parameter,
} from './openapi-document.ts';

const document = exampleDocument();
const paths = document['paths'] as Record<string, Record<string, Operation>>;
const routes: readonly [string, AnyRoute][] = Object.entries(ALL_ROUTES);
const FOLDER = 'packages/protocol/src/reference';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: 'mkt:document' });

/** Where `value` does not fit the schema, which may refer to components of the document. */
function misfits(schema: object, value: unknown): string[] {
  const references = JSON.stringify(schema).replaceAll('"#/', '"mkt:document#/');
  const validate = ajv.compile(JSON.parse(references) as object);
  void validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const operationOf = ({ method, path }: AnyRoute) =>
  paths[path]?.[method.toLowerCase()] as Operation;

/** What the author of a route still has to write. */
function missing(id: string, route: AnyRoute): string[] {
  const { description, parameters = [], requestBody, responses } = operationOf(route);
  const content = responses[route.success.status]?.content;
  const success = content && mediaOf(content);
  const exampleOf = (name: string) => parameters.find((each) => each.name === name)?.example;
  const undescribed = parameters.filter((each) => !each.description).map(({ name }) => name);
  const tags = document['tags'] as { name: string; description?: string }[];
  const sentences: [boolean, string][] = [
    [!description, `Write a description of ${id} in ${FOLDER}.`],
    [
      !tags.find(({ name }) => name === route.tag)?.description,
      `Write a description of the tag ${route.tag} in ${FOLDER}/meta.ts.`,
    ],
    [
      pathParameterNames(route.path).some((name) => exampleOf(name) === undefined),
      `Add \`path\` to ${id} in ${FOLDER}: an example of each path parameter.`,
    ],
    [
      requestBody !== undefined && !('example' in mediaOf(requestBody.content)),
      `Add \`request\` to ${id} in ${FOLDER}: an example of its body.`,
    ],
    [
      success !== undefined && !('example' in success),
      `Add \`response\` to ${id} in ${FOLDER}: an example of its success.`,
    ],
    [
      undescribed.length > 0,
      `Write a description of ${undescribed.join(', ')} in packages/protocol/schemas (${isAuthRoute(route) ? '' : route.query}).`,
    ],
  ];
  return sentences.filter(([isMissing]) => isMissing).map(([, sentence]) => sentence);
}

describe.each(routes)('the reference of %s', (id, route) => {
  const operation = operationOf(route);

  it('is complete', () => {
    expect(missing(id, route)).toEqual([]);
  });

  it('has descriptions of whole sentences that do not repeat the summary', () => {
    const { description = '', summary } = operation;
    expect(description).toMatch(/^[A-Z].{20,}[.:]$/s);
    expect(summary).toMatch(/^[A-Z].*[^.]$/);
    expect(description).not.toContain(summary);
  });

  it('has an example of its parameters and its body that its schemas accept', () => {
    for (const { name, schema, example } of operation.parameters ?? ([] as Parameter[])) {
      if (example !== undefined) expect([name, misfits(schema, example)]).toEqual([name, []]);
    }
    if (!operation.requestBody) return;
    const { schema, example } = mediaOf(operation.requestBody.content);
    expect(misfits(schema, example)).toEqual([]);
  });

  it('has an example of every response that its schema accepts', () => {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (!content) continue;
      const { schema, example, examples = {} } = mediaOf(content);
      const values = Object.values(examples).map(({ $ref }) => resolve(document, $ref).value);
      const all = example === undefined ? values : [example, ...values];
      expect([status, all.length > 0]).toEqual([status, true]);
      for (const value of all) expect([status, misfits(schema, value)]).toEqual([status, []]);
    }
  });
});

describe('the check of the reference', () => {
  it('finds an example that does not fit', () => {
    const { content } = operationOf(ROUTES.createOrder).requestBody ?? { content: {} };
    const { schema } = mediaOf(content);
    expect(misfits(schema, { listingId: 'weather-report', colour: 'red' })).not.toEqual([]);
    expect(misfits(schema, {})).not.toEqual([]);
  });
});

describe('the example of an error', () => {
  it('has the type that it is named after, in every operation', () => {
    for (const { responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
      for (const { content } of Object.values(responses)) {
        const examples = content && mediaOf(content).examples;
        for (const [type, { $ref }] of Object.entries(examples ?? {})) {
          const body = resolve(document, $ref).value;
          const code = 'error_description' in body ? body.error : body.type;
          expect([code, body.error]).toEqual([type, expect.any(String)]);
        }
      }
    }
  });
});
