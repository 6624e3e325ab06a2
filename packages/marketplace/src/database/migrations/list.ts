import type { Dialect, Statement } from '../operation.ts';
import { start } from './0001-tables.ts';

export interface Migration {
  name: string;
  /** The oldest version, by its number of migrations, that can work on the schema after this one. */
  oldestCode: number;
  up(dialect: Dialect): Generator<Statement>;
}

/** In the order in which they are applied. A released migration never changes. */
export const MIGRATIONS: readonly Migration[] = [{ name: '0001-start', oldestCode: 1, up: start }];
