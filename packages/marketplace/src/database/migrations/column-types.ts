import { sql, type ColumnDataType, type Expression } from 'kysely';
import type { Dialect } from '../operation.ts';

type DataType = ColumnDataType | Expression<unknown>;

/** Column types that the engines name differently. */
export interface ColumnTypes {
  /** Compares by code point on both engines, whatever the server's locale. */
  text: DataType;
  bytes: DataType;
  /** 64 bits of floating point. */
  real: DataType;
  /** A boolean and a timestamp, as the accounts library stores them on each engine. */
  flag: DataType;
  moment: DataType;
}

export function columnTypes({ name }: Pick<Dialect, 'name'>): ColumnTypes {
  return name === 'sqlite'
    ? { text: 'text', bytes: 'blob', real: 'real', flag: 'integer', moment: 'date' }
    : {
        text: sql`text COLLATE "C"`,
        bytes: 'bytea',
        real: 'double precision',
        flag: 'boolean',
        moment: 'timestamptz',
      };
}
