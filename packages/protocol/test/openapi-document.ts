/** The parts of an OpenAPI document that tests look at. */
export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: object;
  example?: unknown;
}

export interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}

interface Content {
  'application/json': Media;
  'text/event-stream'?: Media;
}

/** The one form of a body: an event stream, or JSON. */
export const mediaOf = (content: Content): Media =>
  content['text/event-stream'] ?? content['application/json'];

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { headers: object; content?: Content }>;
  'x-required-scope'?: string;
}

/** What a reference within the document points to; `undefined` if there is nothing. */
export function resolve(document: object, reference: string): any {
  return reference
    .slice(2)
    .split('/')
    .reduce<any>((found, name) => found?.[name], document);
}
