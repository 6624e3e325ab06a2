import type { Method, ReadValue } from '@mkt/protocol';
import type { CallVerifications } from './identify-call.ts';
import type { Logger } from './logger.ts';
import type { LogRefusal } from './log.ts';
import type { SchemaSource } from './schema-source.ts';
import type { Call } from './service-definition.ts';

/** What `/run` needs, prepared once from the definition. */
export interface PreparedService {
  name: string;
  method: Method;
  /** Only for GET and DELETE, whose input is the query string. */
  readQuery: ((query: string) => ReadValue) | undefined;
  maxBodyBytes: number;
  verifications: CallVerifications;
  input: SchemaSource | undefined;
  output: SchemaSource | undefined;
  /** True in development. */
  checksResults: boolean;
  run: (input: unknown, call: Call) => unknown;
  logger: Logger;
  logRefusal: LogRefusal;
}
