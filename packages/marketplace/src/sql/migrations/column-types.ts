import { sql, type ColumnDataType, type Expression } from 'kysely';
import type { Dialect } from '../operation.ts';

type DataType = ColumnDataType | Expression<unknown>;

/** What the engines call the types of columns whose names differ. */
export interface ColumnTypes {
  /** Compares by code point on both engines, whatever the language of the server. */
  text: DataType;
  bytes: DataType;
  /** 64 bits of floating point. */
  real: DataType;
  /** A truth value and a moment, as the accounts library stores them on each engine. */
  flag: DataType;
  moment: DataType;
}

export function columnTypes({ name }: Pick<Dialect, 'name'>): ColumnTypes {
  return name === 'sqlite'
    ? { text: 'text', bytes: 'blob', real: 'real', flag: 'integer', moment: 'text' }
    : {
        text: sql`text COLLATE "C"`,
        bytes: 'bytea',
        real: 'double precision',
        flag: 'boolean',
        moment: 'timestamptz',
      };
}
