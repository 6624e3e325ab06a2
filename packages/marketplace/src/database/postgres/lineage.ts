import type { Client, QueryConfig } from 'pg';
import type { Failover } from '../../market/limits.ts';
import { NOT_RECOVERED } from '../failure.ts';
import { LINEAGE } from '../tables.ts';
import { codeOf, RESPONSE_TIMEOUT_MS } from './session.ts';

/**
 * Which database on which server this is. It is stored in the database when a process first serves it,
 * so it differs from the facts in a copy, and on a standby that was promoted: orders that wait there
 * may have been called already.
 */
interface Lineage {
  /** The server's identifier. Copies of its files have the same; null if it may not be read. */
  system: string | null;
  /** Rises when a standby is promoted, and when a server is restored to an earlier time. */
  timeline: number | null;
  /** The id of the database on its server. */
  database: number;
  /** The transaction that wrote the row: another one after a dump was restored. */
  transaction: string | null;
}

export type LineageState =
  /** No process has served this database yet. */
  | { kind: 'unrecorded' }
  | { kind: 'same' }
  /** A later timeline of the same server. */
  | { kind: 'promoted'; from: number; to: number }
  /** A copy, or another server. */
  | { kind: 'copied' }
  /** A standby that has not been promoted. */
  | { kind: 'standby' }
  /** The server does not say; `code` is the SQLSTATE. */
  | { kind: 'hidden'; code: string; isRecorded: boolean };

interface Row {
  standby: boolean;
  system: string | null;
  timeline: number | null;
  database: number;
  recorded: string | null;
  transaction: string | null;
}

const SYSTEM = '(SELECT system_identifier::text FROM pg_control_system())';
/** The timeline of the log that is written now: the control file may still name the previous one. */
const TIMELINE = `CASE WHEN pg_is_in_recovery() THEN NULL
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END`;
const DATABASE = '(SELECT oid::bigint FROM pg_database WHERE datname = current_database())';

/** What the server says, or only what every server says. */
const factsOf = (isHidden: boolean) =>
  isHidden
    ? { system: 'NULL::text', timeline: 'NULL::int' }
    : { system: SYSTEM, timeline: TIMELINE };

function selectLineage(isHidden: boolean): string {
  const { system, timeline } = factsOf(isHidden);
  return `SELECT pg_is_in_recovery() AS standby, ${system} AS system, ${timeline} AS timeline,
    ${DATABASE} AS database, value AS recorded, installation.xmin::text AS transaction
    FROM (SELECT) AS one LEFT JOIN installation ON name = '${LINEAGE}'`;
}

function replaceLineage(isHidden: boolean): string {
  const { system, timeline } = factsOf(isHidden);
  return `INSERT INTO installation (name, value) SELECT '${LINEAGE}', json_build_object(
      'system', ${system}, 'timeline', ${timeline}, 'database', ${DATABASE},
      'transaction', pg_current_xact_id()::xid::text)::text
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
}

/** The user may not call the functions, or the server does not have them. */
const HIDDEN = new Set(['42501', '42883', '0A000', '55000']);
const NO_TABLE = '42P01';

/** Runs a statement about the lineage; the code is set when the server says only a part. */
async function ask(client: Client, statement: (isHidden: boolean) => string, isHidden = false) {
  const run = (asHidden: boolean) =>
    client.query<Row>({
      text: statement(asHidden),
      query_timeout: RESPONSE_TIMEOUT_MS,
    } as QueryConfig);
  if (isHidden) return { ...(await run(true)), code: 'known' };
  try {
    return { ...(await run(false)), code: undefined };
  } catch (error) {
    const code = codeOf(error);
    if (!HIDDEN.has(code)) throw error;
    return { ...(await run(true)), code };
  }
}

function compare({ recorded, ...facts }: Row): LineageState {
  if (facts.standby) return { kind: 'standby' };
  if (recorded === null) return { kind: 'unrecorded' };
  const before = JSON.parse(recorded) as Lineage;
  const isSameRow = before.database === facts.database && before.transaction === facts.transaction;
  if (!isSameRow) return { kind: 'copied' };
  if (facts.system === null || facts.timeline === null) return { kind: 'same' };
  if (before.system === null || before.timeline === null) return { kind: 'unrecorded' };
  if (before.system !== facts.system) return { kind: 'copied' };
  const [from, to] = [before.timeline, facts.timeline];
  if (to > from) return { kind: 'promoted', from, to };
  return to < from ? { kind: 'copied' } : { kind: 'same' };
}

/** Compares the database with the one that was served last. */
export async function readLineage(client: Client, isHidden = false): Promise<LineageState> {
  try {
    const { rows, code } = await ask(client, selectLineage, isHidden);
    const state = compare(rows[0] as Row);
    const isUnclear = state.kind === 'same' || state.kind === 'unrecorded';
    return isUnclear && code !== undefined
      ? { kind: 'hidden', code, isRecorded: state.kind === 'same' }
      : state;
  } catch (error) {
    if (codeOf(error) === NO_TABLE) return { kind: 'unrecorded' };
    throw error;
  }
}

/** Makes this database the one that was served last. */
export async function recordLineage(client: Client): Promise<void> {
  await ask(client, replaceLineage);
}

/** Whether a process that may serve has to record the lineage first. */
export const needsRecord = (state: LineageState): boolean =>
  state.kind === 'unrecorded' ||
  state.kind === 'promoted' ||
  (state.kind === 'hidden' && !state.isRecorded);

export const mayServe = ({ kind }: LineageState, failover: Failover): boolean =>
  kind === 'same' ||
  kind === 'unrecorded' ||
  (failover === 'continue' && (kind === 'promoted' || kind === 'hidden'));

const REASONS: Record<LineageState['kind'], string> = {
  unrecorded: '',
  same: '',
  hidden: 'does not say whether it was restored or promoted',
  standby: 'is a standby',
  promoted: 'was promoted or restored; run: mkt-marketplace recover',
  copied: 'was restored; run: mkt-marketplace recover',
};

/** A connection was refused. The code of a standby is that of a write on it. */
class NotAdmitted extends Error {
  readonly code: string;

  constructor(kind: LineageState['kind']) {
    super(`The database ${REASONS[kind]}.`);
    this.name = 'NotAdmitted';
    this.code = kind === 'standby' ? '25006' : NOT_RECOVERED;
  }
}

/**
 * For the connections of a process that serves: each new one is refused while the database is not the
 * one that was served last, until the operator has settled its open orders.
 */
export function requireLineage(failover: Failover) {
  let isHidden = false;
  return async (client: Client): Promise<void> => {
    const state = await readLineage(client, isHidden);
    if (!mayServe(state, failover)) throw new NotAdmitted(state.kind);
    // Asking again would add an error to the server's log for each connection.
    isHidden ||= state.kind === 'hidden';
  };
}
