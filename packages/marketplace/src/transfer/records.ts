import { type Member, type Members, membersFor, type Noun, type Part } from './nouns.ts';

export type Row = Record<string, unknown>;

/** A line of an export: members in the words of the API. */
export type ExportRecord = Row & { kind: string };

/** Encrypts a secret of an owner with another key. */
export type Reseal = (sealed: string, of: { owner: string; name: string }) => string;

/** A record that this version cannot store; the message continues a sentence. */
export class InvalidRecord extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidRecord';
  }
}

const isoOf = (value: unknown): string => new Date(value as Date | string | number).toISOString();

function toJson({ type }: Member, value: unknown): unknown {
  switch (type) {
    case 'time':
    case 'moment':
      return isoOf(value);
    case 'bytes':
      return Buffer.from(value as Uint8Array).toString('base64');
    case 'json':
      return JSON.parse(String(value));
    case 'flag':
    case 'boolean':
      return Boolean(value);
    case 'text':
    case 'integer':
    case 'number':
    case 'secret':
      return value;
  }
}

function fromTime(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) || isoOf(ms) !== value ? undefined : ms;
}

function fromBytes(value: unknown): Buffer | undefined {
  if (typeof value !== 'string') return undefined;
  const decoded = Buffer.from(value, 'base64');
  return decoded.toString('base64') === value ? decoded : undefined;
}

/** The value of the column; `undefined` if it cannot be one. */
function fromJson({ type }: Member, value: unknown): unknown {
  switch (type) {
    case 'time':
      return fromTime(value);
    case 'moment':
      return fromTime(value) === undefined ? undefined : value;
    case 'bytes':
      return fromBytes(value);
    case 'json':
      return JSON.stringify(value);
    case 'flag':
      return typeof value === 'boolean' ? Number(value) : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'integer':
      return Number.isSafeInteger(value) ? value : undefined;
    case 'number':
      return typeof value === 'number' ? value : undefined;
    case 'text':
    case 'secret':
      return typeof value === 'string' ? value : undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Conversion {
  isOfAccount: boolean;
  reseal: Reseal;
}

function membersOf(
  members: Members,
  row: Row,
  { isOfAccount, owner, reseal }: Conversion & { owner: string },
): Row {
  const record: Row = {};
  for (const [name, member] of membersFor(members, isOfAccount)) {
    const value = row[member.column];
    if (value === null || value === undefined) continue;
    record[name] =
      member.type === 'secret' ? reseal(value as string, { owner, name }) : toJson(member, value);
  }
  return record;
}

/** The rows of the parts of a record, by their names. */
export type PartRows = Readonly<Record<string, readonly Row[]>>;

/** A record from the row of its noun and the rows of its parts. */
export function toRecord(
  kind: string,
  noun: Noun,
  found: { row: Row; parts: PartRows } & Conversion,
): ExportRecord {
  const { row, parts, ...conversion } = found;
  const owner = String(row[noun.key[0] ?? '']);
  const record: ExportRecord = {
    kind,
    ...membersOf(noun.members, row, { ...conversion, owner }),
  };
  for (const [name, { members, isList }] of Object.entries(noun.parts)) {
    const values = (parts[name] ?? []).map((each) =>
      membersOf(members, each, { ...conversion, owner }),
    );
    if (isList) record[name] = values;
    else if (values[0]) [record[name]] = values;
  }
  return record;
}

function rowOf(
  members: Members,
  record: Row,
  { owner, reseal, also }: { owner: string; reseal: Reseal; also: readonly string[] },
): Row {
  const row: Row = {};
  for (const name of Object.keys(record)) {
    if (!Object.hasOwn(members, name) && !also.includes(name))
      throw new InvalidRecord(`has the unknown member ${JSON.stringify(name)}`);
  }
  for (const [name, member] of Object.entries(members)) {
    const given = record[name];
    if (given === undefined && member.isOptional) {
      row[member.column] = null;
      continue;
    }
    const value = given === undefined ? undefined : fromJson(member, given);
    if (value === undefined) throw new InvalidRecord(`has no valid ${name}`);
    row[member.column] =
      member.type === 'secret' ? reseal(value as string, { owner, name }) : value;
  }
  return row;
}

function partRows(name: string, part: Part, given: unknown): Row[] {
  if (given === undefined && !part.isList) return [];
  const values = part.isList ? given : [given];
  if (!Array.isArray(values) || !values.every(isObject))
    throw new InvalidRecord(`has no valid ${name}`);
  return values;
}

/** Rows to store, with their table. */
export interface TableRows {
  table: Noun['table'];
  rows: Row[];
}

/** The rows of a record. Throws `InvalidRecord`. */
export function toRows(noun: Noun, { kind: _, ...record }: Row, reseal: Reseal): TableRows[] {
  const idName = Object.entries(noun.members).find(([, { column }]) => column === noun.key[0])?.[0];
  const owner = String(record[idName ?? '']);
  const row = rowOf(noun.members, record, { owner, reseal, also: Object.keys(noun.parts) });
  const all: TableRows[] = [{ table: noun.table, rows: [row] }];
  for (const [name, part] of Object.entries(noun.parts)) {
    const rows = partRows(name, part, record[name]).map((each) => ({
      ...rowOf(part.members, each, { owner, reseal, also: [] }),
      [part.key]: row[noun.key[0] ?? ''],
    }));
    all.push({ table: part.table, rows });
  }
  return all;
}
