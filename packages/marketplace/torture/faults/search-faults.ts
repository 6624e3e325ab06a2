import type { FaultyEngine } from './engines.ts';
import type { FaultKind, FaultPlan } from './fault-plan.ts';
import { openFaultyMarket, type FaultyMarket } from './faulty-market.ts';
import { FaultBroke } from './patient-api.ts';
import { playRound } from './play-round.ts';

/** A disk that is full, or a database that is gone, for a while. */
const OUTAGE_STATEMENTS = 25;

export interface FaultSearch {
  /** The first statement that fails, from 1, and the step from one to the next. */
  first: number;
  every: number;
  onSeries?(name: string, statements: number): void;
}

export interface FaultsFound {
  broken: boolean;
  /** The verdict in one line, and why where something broke. */
  report: string;
}

type Series = Omit<FaultPlan, 'from'>;

/** Each kind at each statement by itself; then outages, with and without reads. */
function seriesOf({ kinds, memory }: FaultyEngine): Series[] {
  // What SQLite does is done in one process: only a commit can be done and told as failed.
  const once = ({ did }: FaultKind) => (memory && did === 'statement' ? 'commits' : 'all');
  return [
    ...kinds.map((kind): Series => ({ kind, statements: once(kind), count: 1 })),
    ...kinds
      .filter(({ did }) => did !== 'statement')
      .flatMap((kind): Series[] => [
        { kind, statements: 'writes', count: OUTAGE_STATEMENTS },
        { kind, statements: 'all', count: OUTAGE_STATEMENTS },
      ]),
  ];
}

const nameOf = ({ kind, statements, count }: Series) =>
  `${kind.name}, ${count === 1 ? 'once' : `${count} ${statements} on end`}`;

/**
 * One round for each statement, until there is none left to fail. A first one that lies behind the
 * last counts round, so that every series has a fault; a series without any has shown nothing.
 */
async function playSeries(
  market: FaultyMarket,
  series: Series,
  { first, every }: FaultSearch,
): Promise<{ rounds: number; refusals: number; statements: number }> {
  let refused = 0;
  let rounds = 0;
  let from = first;
  for (;;) {
    const { failed, refusals, statements } = await playRound(market, { ...series, from });
    if (failed === 0) {
      if (rounds > 0) return { rounds, refusals: refused, statements };
      if (from === 1) throw new FaultBroke(`${nameOf(series)}: nothing failed`);
      // The number of statements is not always the same: well before their end.
      from = statements > 1 ? 1 + (from % Math.ceil(statements / 2)) : 1;
    } else {
      rounds += 1;
      refused += refusals;
      from += every;
    }
  }
}

/** Plays the road of an order again and again, each time with another fault, in one process. */
export async function searchFaults(
  engine: FaultyEngine,
  search: FaultSearch,
): Promise<FaultsFound> {
  const startedMs = performance.now();
  const market = await openFaultyMarket(engine);
  let rounds = 0;
  let refusals = 0;
  let statements = 0;
  let why: string | undefined;
  try {
    for (const series of seriesOf(engine)) {
      const played = await playSeries(market, series, search);
      rounds += played.rounds;
      refusals += played.refusals;
      statements = Math.max(statements, played.statements);
      search.onSeries?.(nameOf(series), played.statements);
    }
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
  } finally {
    // One that would have ended may never close.
    await Promise.race([market.close(), market.died.catch(() => undefined)]);
  }
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const figures =
    `${statements} statements x ${engine.kinds.length} kinds, outages of ${OUTAGE_STATEMENTS}: ` +
    `${rounds} rounds, ${refusals} answers 503 storage_unavailable`;
  if (why === undefined) {
    const report = `faults: PASS ${figures}, 0 promises broken (${seconds}s)`;
    return { broken: false, report };
  }
  return { broken: true, report: `faults: FAIL ${figures} (${seconds}s)\n${why}` };
}
