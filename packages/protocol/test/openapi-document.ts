import { openApiDocument } from '@mkt/protocol/openapi';

/** With every route, also that of dev mode. */
export const exampleDocument = (changes: object = {}) =>
  openApiDocument({
    serverUrl: 'http://127.0.0.1:8787',
    version: '1.2.3',
    cookieName: 'a_session',
    devMode: true,
    ...changes,
  });

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

/** By its type, of which there is one: JSON, a form, or an event stream; some can be a table too. */
type Content = Record<string, Media>;

export function mediaOf(content: Content): Media {
  const { 'text/csv': _, ...forms } = content;
  const [media, ...others] = Object.values(forms);
  if (!media || others.length > 0) throw new Error('A body has more or less than one form.');
  return media;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { headers: object; content?: Content }>;
  'x-required-scope'?: string;
  'x-or-scope'?: string;
}

/** What a reference within the document points to; `undefined` if there is nothing. */
export function resolve(document: object, reference: string): any {
  return reference
    .slice(2)
    .split('/')
    .reduce<any>((found, name) => found?.[name], document);
}
