import { createSchemaValidation } from '../../src/schemas/validation.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import type { HistoryParts } from './play-history.ts';

/** Plays each history on a new in-memory database of the embedded engine. */
export function embedded(): HistoryParts & { close(): Promise<void> } {
  const schemas = createSchemaValidation({ processes: 1 });
  return {
    open: ({ now }) => openSqliteStorage({ clock: { now } }),
    schemas,
    close: schemas.close,
  };
}
