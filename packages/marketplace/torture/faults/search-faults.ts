import type { FaultyEngine } from './engines.ts';
import type { FaultKind, FaultPlan } from './fault-plan.ts';
import { openFaultyMarket, type FaultyMarket } from './faulty-market.ts';
import { GuaranteeBroken } from './retrying-api.ts';
import { playRound } from './play-round.ts';

/** How many statements fail in a temporary outage. */
const OUTAGE_STATEMENTS = 25;

export interface FaultSearch {
  /** The first statement that fails, from 1, and the distance to the next one. */
  first: number;
  every: number;
  onSeries?(name: string, statements: number): void;
}

export interface FaultsFound {
  broken: boolean;
  /** The verdict in one line, and the reason for a failure. */
  report: string;
}

type Series = Omit<FaultPlan, 'from'>;

/** Each kind at each single statement; then outages, with and without reads. */
function seriesOf({ kinds, options }: FaultyEngine): Series[] {
  const memory = options.data === undefined;
  // SQLite runs in this process: only a commit can succeed and be reported as failed.
  const once = ({ effect }: FaultKind) => (memory && effect === 'statement' ? 'commits' : 'all');
  return [
    ...kinds.map((kind): Series => ({ kind, statements: once(kind), count: 1 })),
    ...kinds
      .filter(({ effect }) => effect !== 'statement')
      .flatMap((kind): Series[] => [
        { kind, statements: 'writes', count: OUTAGE_STATEMENTS },
        { kind, statements: 'all', count: OUTAGE_STATEMENTS },
      ]),
  ];
}

const nameOf = ({ kind, statements, count }: Series) =>
  `${kind.name}, ${count === 1 ? 'once' : `${count} ${statements} in a row`}`;

/**
 * Plays a round for each statement until none is left to fail. If the first one is past the end, it
 * wraps around, so that every series has a fault; a series without one fails.
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
      if (from === 1) throw new GuaranteeBroken(`${nameOf(series)}: nothing failed`);
      // The number of statements varies: stay well below it.
      from = statements > 1 ? 1 + (from % Math.ceil(statements / 2)) : 1;
    } else {
      rounds += 1;
      refused += refusals;
      from += every;
    }
  }
}

/** Plays the scenario again and again in one process, each time with another fault. */
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
    // After a crash it may never close.
    await Promise.race([market.close(), market.died.catch(() => undefined)]);
  }
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const figures =
    `${statements} statements x ${engine.kinds.length} kinds, outages of ${OUTAGE_STATEMENTS}: ` +
    `${rounds} rounds, ${refusals} responses 503 storage_unavailable`;
  if (why === undefined) {
    const report = `faults: PASS ${figures}, 0 promises broken (${seconds}s)`;
    return { broken: false, report };
  }
  return { broken: true, report: `faults: FAIL ${figures} (${seconds}s)\n${why}` };
}
