import {
  type ComparedPeriod,
  COUNT,
  courseBefore,
  growthInWords,
  shareInWords,
  spansOf,
  successChange,
  wholeOf,
} from '../data/stats-words.ts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Tile } from '../ui/Tiles.tsx';
import { loadingFigure } from './MoneyTile.tsx';

interface Calls {
  calls: number;
  completed: number;
  failed: number;
}

interface CallTilesProps {
  period: ComparedPeriod | 'any';
  /** Undefined while they load: the tiles have their size already. */
  stats: { totals: Calls; data: readonly Calls[] } | undefined;
  before: { data: readonly Calls[] } | undefined;
  /** Below how many of them succeeded. */
  successNote?: ReactNode;
  /** Too few for a share: they are counted. */
  isFew?: boolean;
  /** The list of those that failed. */
  failedHref?: string;
}

const callsOf = ({ calls }: Calls) => calls;
const successOf = ({ calls, completed }: Calls) => (calls === 0 ? null : completed / calls);

const countInWords = (part: number, whole: number) => `${part} of ${whole}`;

/** How many calls there were and how many of them succeeded, each with its trend and compared with before. */
export function CallTiles({
  period,
  stats,
  before,
  successNote,
  isFew,
  failedHref,
}: CallTilesProps) {
  const totals = stats?.totals;
  const spans = spansOf(stats, before, period);
  const whole = wholeOf(stats?.data ?? [], period);
  const success = successChange(isFew ? undefined : spans);
  const share = isFew ? countInWords : shareInWords;
  const failed = totals?.failed ?? 0;
  return (
    <>
      <Tile
        name="Calls"
        value={totals ? COUNT.format(totals.calls) : loadingFigure}
        note={spans ? growthInWords(spans.now.calls, spans.before.calls) : ''}
        course={whole.map(callsOf)}
        before={courseBefore(stats, before, period, callsOf)}
      />
      <Tile
        name="Success rate"
        value={totals ? share(totals.completed, totals.calls) : loadingFigure}
        note={
          <>
            {success.words}
            {failedHref !== undefined && failed > 0 && (
              <>
                {success.words && ' · '}
                <Link href={failedHref}>{COUNT.format(failed)} failed</Link>
              </>
            )}
          </>
        }
        more={successNote}
        tone={success.tone}
        course={isFew ? [] : whole.map(successOf)}
        before={courseBefore(stats, before, period, successOf)}
      />
    </>
  );
}
