/** 0 or 1: SQLite has no booleans, and both engines share these types. */
export type Flag = 0 | 1;
