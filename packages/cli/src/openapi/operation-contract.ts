import {
  createContentReview,
  inProcessSchemaValidator,
  type ListingContent,
  readContract,
} from '@mkt/conformance';
import { isObject, LIMITS, parseJson } from '@mkt/protocol';
import {
  type ApiDocument,
  jsonMedia,
  listAt,
  objectAt,
  resolved,
  textAt,
  TooLarge,
  Unsupported,
} from './document.ts';
import { exampleIn, inputOf, type SentParameter } from './operation-input.ts';
import type { Operation } from './prepare.ts';
import {
  createTranslator,
  exampleOf,
  type Schema,
  type Translator,
  withoutUnknown,
} from './schemas.ts';

interface OperationOutput {
  /** As in the document, which may not describe the result. */
  schema: unknown;
  example: { value: unknown } | undefined;
}

/** The result of an operation: the first of its 2xx responses. */
function outputOf(document: ApiDocument, { node }: Operation): OperationOutput {
  const responses = objectAt(node, 'responses');
  const [status] = Object.keys(responses)
    .filter((each) => /^2(\d\d|XX)$/i.test(each))
    .toSorted((a, b) => a.localeCompare(b));
  const response = resolved(document, responses[status ?? 'default']);
  const types = Object.keys(objectAt(response, 'content'));
  if (types.length === 0) {
    const isEmpty = status === '204' || status === '205';
    return { schema: isEmpty ? { type: 'null' } : undefined, example: undefined };
  }
  const media = jsonMedia(document, response);
  if (!media) {
    throw new Unsupported(`it returns ${types[0]?.slice(0, 60)}, and only JSON is supported`);
  }
  return { schema: media['schema'], example: exampleIn(document, media) };
}

/** A file in `contracts/`: a listing, and the request that it makes. */
export interface OperationContract {
  title: string;
  description: string;
  category: string;
  tags: string[];
  request: {
    method: string;
    path: string;
    parameters: SentParameter[];
    body: string | null;
  };
  examples: { request?: unknown; response?: unknown };
  input: Schema;
  output?: Schema;
}

const MAX_DESCRIPTION = 2_000;
const schemas = inProcessSchemaValidator();

/**
 * The contract of an operation, as the marketplace accepts it and without warnings. Throws `Unsupported`
 * if there can be none.
 */
export async function contractOf(
  document: ApiDocument,
  operation: Operation,
  keyName: string | undefined,
): Promise<OperationContract> {
  const sent = createTranslator(document, { hidden: 'readOnly' });
  const taken = inputOf(document, operation, sent, keyName);
  const result = outputOf(document, operation);
  const input = withDefinitions(taken.schema, sent);
  const problem = await withoutUnknown(input, schemas);
  if (problem) throw new Unsupported(`its input ${problem.message}`);
  const output = await outputSchema(document, result.schema);

  const fields = Object.fromEntries(taken.examples);
  const made = exampleOf(input);
  const merged = isObject(made) ? { ...made, ...fields } : made;
  const request = await firstMatch(input, [taken.examples.get('*'), merged, made]);
  const returnedExample = output === undefined ? {} : exampleOf(output);
  const response = await firstMatch(output ?? {}, [result.example?.value, returnedExample]);
  const contract: OperationContract = {
    title: operation.title,
    description: descriptionOf(operation),
    category: 'data',
    tags: tagsOf(operation),
    request: {
      method: operation.method,
      path: operation.path,
      parameters: taken.parameters,
      body: taken.body,
    },
    examples: {
      ...(request ? { request: request.value } : {}),
      ...(response ? { response: response.value } : {}),
    },
    input,
    ...(output === undefined ? {} : { output }),
  };
  return await publishable(contract);
}

const withDefinitions = (schema: Schema, translator: Translator): Schema => {
  const $defs = translator.definitions();
  return Object.keys($defs).length > 0 ? { ...schema, $defs } : schema;
};

/** A result whose schema is too large is sold without one. */
async function outputSchema(document: ApiDocument, source: unknown): Promise<Schema | undefined> {
  if (source === undefined) return undefined;
  try {
    const translator = createTranslator(document, { hidden: 'writeOnly' });
    const schema = translator.translate(source);
    if (!isObject(schema)) return undefined;
    const output = withDefinitions(schema, translator);
    return (await withoutUnknown(output, schemas)) ? undefined : output;
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

/** The first value that matches a schema. */
async function firstMatch(
  schema: Schema,
  values: readonly unknown[],
): Promise<{ value: unknown } | undefined> {
  for (const value of values) {
    if (value === undefined) continue;
    const parsed = parseJson(new TextEncoder().encode(JSON.stringify(value)));
    if (!parsed.ok) continue;
    if ((await schemas.validate(schema, parsed)).ok === true) return { value };
  }
  return undefined;
}

const descriptionOf = ({ node, title }: Operation): string =>
  (textAt(node, 'description') ?? textAt(node, 'summary') ?? `${title}.`)
    .slice(0, MAX_DESCRIPTION)
    .toWellFormed();

function tagsOf({ node }: Operation): string[] {
  const tags = listAt(node, 'tags').filter((tag) => typeof tag === 'string');
  const plain = tags.map((tag) =>
    tag.toLowerCase().replaceAll(/\s+/g, ' ').trim().slice(0, 32).trim(),
  );
  const kept = [...new Set(plain)].filter((tag) => /^[\p{L}\p{N} ._-]+$/u.test(tag)).slice(0, 10);
  return kept.length > 0 ? kept : ['api'];
}

/** Leaves out texts that the review would refuse. */
async function publishable(contract: OperationContract): Promise<OperationContract> {
  const { method, path } = contract.request;
  const plain = `${method} ${path}`.slice(0, 120);
  const attempts: OperationContract[] = [
    contract,
    { ...contract, description: `${contract.title}.` },
    { ...contract, description: plain, title: plain, tags: ['api'] },
  ];
  let reason = '';
  for (const attempt of attempts) {
    const content = await contentOf(attempt);
    const check = createContentReview()(content);
    if (check.outcome === 'passed') return attempt;
    reason = check.message;
  }
  throw new Unsupported(`a review would refuse it: ${reason}`);
}

/** As the marketplace reads it. Throws if it would not accept it. */
async function contentOf(contract: OperationContract): Promise<ListingContent> {
  const { title, description, category, tags, input, output, examples } = contract;
  const document = {
    provider: {
      title,
      description,
      category,
      tags,
      price: { currency: 'USD', amount: 0, unit: 'call' },
      runContract: {
        method: 'POST',
        endpointPath: 'https://example.com/run',
        healthEndpoint: 'https://example.com/health',
        inputSchema: input,
        ...(output === undefined ? {} : { outputSchema: output }),
        ...('request' in examples ? { requestExampleJson: JSON.stringify(examples.request) } : {}),
        ...('response' in examples
          ? { responseExampleJson: JSON.stringify(examples.response) }
          : {}),
      },
    },
  };
  if (JSON.stringify(document).length > LIMITS.contractBytes / 2) {
    throw new Unsupported('its contract is larger than the marketplace accepts');
  }
  const read = await readContract(document, { urlPolicy: { allowPrivate: false }, schemas });
  if (!read.ok) {
    const [first] = read.details;
    throw new Unsupported(`its contract cannot be used: ${first?.path} ${first?.message}`);
  }
  return read.content;
}
