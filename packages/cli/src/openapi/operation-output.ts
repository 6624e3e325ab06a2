import { objectAt, resolved, type ApiDocument } from './api-document.ts';
import type { Operation } from './list-operations.ts';
import { jsonMedia } from './media-type.ts';
import { exampleIn } from './operation-input.ts';
import { Unsupported } from './unsupported.ts';

export interface OperationOutput {
  /** As in the document, which may not describe the result. */
  schema: unknown;
  example: { value: unknown } | undefined;
}

/** The result of an operation: the first of its 2xx responses. */
export function outputOf(document: ApiDocument, { node }: Operation): OperationOutput {
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
