// A database error is logged with its cause, never with values of the row that it concerns.
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StorageUnavailable } from '../../src/market/refusal.ts';
import { createLog } from '../../src/server/log.ts';
import { SingleStatement, type Operation } from '../../src/database/operation.ts';
import { newDatabase } from '../postgres/databases.ts';
import { ENGINES } from './engines.ts';

const MARKER = 'buyer-marker@example.com';

/** What is logged of an error, wherever it is in the log record. */
function logged(error: unknown): string {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const wrapped = new Error('outer', { cause: new Error('inner', { cause: error }) });
  log.error({ err: error }, 'failed');
  log.warn({ err: wrapped }, 'failed');
  log.info({ err: new AggregateError([error, wrapped], 'several') }, 'failed');
  log.error({ err: new StorageUnavailable(error) }, 'failed');
  expect(lines).toHaveLength(4);
  return lines.join('');
}

function* twice(_: unknown, name: string): Operation<void> {
  for (const value of ['1', '2']) {
    yield { sql: `INSERT INTO installation VALUES ('${name}', '${value}')`, parameters: [] };
  }
}

const once = (sql: string) =>
  function askOnce() {
    return new SingleStatement({ sql, parameters: [] }, ({ rows }) => rows);
  };

const FAILING: Record<string, Record<string, string>> = {
  sqlite: {
    'a constraint': `INSERT INTO installation VALUES ('${MARKER}', NULL)`,
    'a value that cannot be read': `SELECT json_extract('${MARKER}', '$')`,
    'a search that cannot be read': `SELECT * FROM listing_search WHERE listing_search MATCH '${MARKER} "'`,
  },
  postgres: {
    'a constraint': `INSERT INTO installation VALUES ('${MARKER}', NULL)`,
    'a value of another type': `SELECT '${MARKER}'::integer`,
    'a text that is no JSON': `SELECT '{"${MARKER}'::jsonb`,
    'a message of its own': `DO $$ BEGIN RAISE EXCEPTION 'no %', '${MARKER}' USING DETAIL = '${MARKER}', HINT = '${MARKER}'; END $$`,
  },
};

describe.each(ENGINES)('an error of $name', ({ name, open }) => {
  const engineName = name.startsWith('postgres') ? 'postgres' : 'sqlite';

  it('names the constraint and the operation of a duplicate row, not its values', async () => {
    const { engine } = await open();
    const error: unknown = await engine.write(twice, MARKER).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ operation: 'twice', code: expect.stringMatching(/.+/) });
    expect(logged(error)).toMatch(/"constraint":"installation[._]/);
    expect(logged(error)).not.toContain(MARKER);
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(MARKER);
  });

  it.each(Object.entries(FAILING[engineName] ?? {}))(
    'an error of %s does not reveal parameters, whichever method ran it',
    async (_, sql) => {
      const { engine } = await open();
      const failing = once(sql);
      const batched = { kind: 'write', one: failing, many: failing } as const;
      const outcomes = await Promise.allSettled([
        engine.read(failing, undefined),
        engine.write(failing, undefined),
        engine.writeOnce(failing, undefined),
        engine.batch(batched as never, undefined),
      ]);
      for (const outcome of outcomes) {
        const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
        expect(error).toBeInstanceOf(Error);
        expect(logged(error)).not.toContain(MARKER);
        expect(inspect(error, { depth: null, showHidden: true })).not.toContain(MARKER);
      }
    },
  );

  it('an error about an unreadable row does not quote the row', async () => {
    const { engine } = await open();
    const parsing = () =>
      new SingleStatement({ sql: `SELECT '${MARKER}' AS text`, parameters: [] }, ({ rows }) =>
        JSON.parse((rows[0] as { text: string }).text),
      );
    const runs = [engine.read(parsing, undefined), engine.write(parsing, undefined)];
    for (const outcome of await Promise.allSettled(runs)) {
      const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
      expect(error).toBeInstanceOf(Error);
      expect(logged(error)).not.toContain('buyer-mark');
    }
  });
});

describe('the log', () => {
  it('omits values of rows from a raw Postgres error', async () => {
    const client = new Client({ connectionString: await newDatabase() });
    await client.connect();
    onTestFinished(() => client.end());
    const insert = () => client.query('INSERT INTO installation VALUES ($1, $2)', [MARKER, 'x']);
    await insert();
    const error: unknown = await insert().catch((thrown: unknown) => thrown);
    expect(inspect(error)).toContain(MARKER);
    expect(logged(error)).toContain('23505');
    expect(logged(error)).not.toContain(MARKER);
  });

  it('omits values from a raw SQLite error', () => {
    const database = new Database(':memory:');
    onTestFinished(() => void database.close());
    database.exec('CREATE VIRTUAL TABLE words USING fts5(word)');
    const search = () => database.prepare('SELECT * FROM words WHERE words MATCH ?');
    let error: unknown;
    try {
      search().all(`${MARKER} "`);
    } catch (thrown) {
      error = thrown;
    }
    expect(inspect(error)).toMatch(/buyer|marker|syntax/);
    expect(logged(error)).toContain('SQLITE_ERROR');
    expect(logged(error)).not.toMatch(/buyer|marker|syntax/);
  });

  it('omits extra properties of an error and keeps message, stack and cause', () => {
    const error = Object.assign(new Error('it broke', { cause: new Error('a reason') }), {
      code: 'EBROKEN',
      parameters: [MARKER],
      request: { body: MARKER },
    });
    const lines = logged(error);
    expect(lines).not.toContain(MARKER);
    for (const part of ['it broke', 'a reason', 'EBROKEN', 'errors-in-logs.test.ts']) {
      expect(lines).toContain(part);
    }
  });

  it('handles a circular chain of causes', () => {
    const id = randomUUID();
    const error = new Error(id);
    error.cause = error;
    expect(logged(error)).toContain(id);
  });
});
