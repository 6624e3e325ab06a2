import {
  createContentReview,
  inProcessSchemaValidator,
  type CheckEnvironment,
} from '../src/index.ts';
import { fetchTransport } from './fetch-transport.ts';

const DEV = { allowPrivate: true };

/** An environment for services on this machine, whose attempts follow each other at once. */
export function checkEnvironment(overrides: Partial<CheckEnvironment> = {}): CheckEnvironment {
  return {
    transport: fetchTransport(DEV),
    schemas: inProcessSchemaValidator(),
    urlPolicy: DEV,
    reviewContent: createContentReview(),
    wait: () => Promise.resolve(),
    ...overrides,
  };
}
