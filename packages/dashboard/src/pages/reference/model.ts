/** A JSON Schema of the API, without what only validators need; `$ref` is the name of another one. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
  additionalProperties?: boolean | Schema;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  /** What a first request sends; many parameters have none. */
  example?: string;
  /** An object of names and values, as in `metadata[job]=nightly`. */
  isMap?: true;
}

/** An error of an operation: `type` is a name in `ApiReference.errors`. */
export interface OperationError {
  status: number;
  type: string;
  /** It follows from how requests are sent, and many operations have it. */
  isCommon?: true;
}

/**
 * Who may send it: holders of a scope, of any key, anyone; or with a session only (`session`), pages of
 * the marketplace (`page`), programs without a key (`program`). `webhook`: the marketplace sends it.
 */
export type Sender = 'scope' | 'any-key' | 'public' | 'session' | 'page' | 'program' | 'webhook';

export interface Operation {
  id: string;
  method: string;
  path: string;
  task: string;
  summary: string;
  description: string;
  sender: Sender;
  scope?: string;
  /** A scope that is enough for a part of the answer. */
  orScope?: string;
  parameters: readonly Parameter[];
  body?: { schema: Schema; example: unknown; isForm?: true };
  success: {
    status: number;
    description: string;
    schema?: Schema;
    example?: unknown;
    isStream?: true;
  };
  errors: readonly OperationError[];
  /** Only a server in dev mode has it. */
  devOnly?: true;
}

export interface ErrorGuide {
  meaning: string;
  /** What to do about it. */
  next?: string;
}

/** What the page shows of the OpenAPI document: made when the pages are built. */
export interface ApiReference {
  /** In the order of the page. */
  operations: readonly Operation[];
  schemas: Readonly<Record<string, Schema>>;
  errors: Readonly<Record<string, ErrorGuide>>;
}
