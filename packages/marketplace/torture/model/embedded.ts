import { createSchemaValidation } from '../../src/schemas/schema-validation.ts';
import { openMemoryStorage } from '../../src/storage.ts';
import type { HistoryParts } from './play-history.ts';

/** What histories are played on: the embedded engine, in memory, each time anew. */
export function embedded(): HistoryParts & { close(): Promise<void> } {
  const schemas = createSchemaValidation({ processes: 1 });
  return {
    open: ({ now }) =>
      Promise.resolve(openMemoryStorage({ now, monotonic: now, after: () => () => undefined })),
    schemas,
    close: schemas.close,
  };
}
