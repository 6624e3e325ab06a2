import { formatDuration } from '../ui/duration.ts';
import { orderTimings, type Timed } from './order-timings.ts';
import classes from './orders.module.css';

interface BarProps {
  name: string;
  ms: number;
  fromMs: number;
  totalMs: number;
  part: 'waiting' | 'call';
}

function Bar({ name, ms, fromMs, totalMs, part }: BarProps) {
  const percent = (of: number) => `${totalMs === 0 ? 0 : (of / totalMs) * 100}%`;
  return (
    <li>
      <span>{name}</span>
      <span className={classes.track} aria-hidden="true">
        <span data-part={part} style={{ left: percent(fromMs), width: percent(ms) }} />
      </span>
      <span className={classes.time}>{formatDuration(ms)}</span>
    </li>
  );
}

/** How long the order waited and the service took. */
export function Timings({ order }: { order: Timed }) {
  const timings = orderTimings(order);
  if (!timings) return null;
  const { waitingMs, callMs, totalMs } = timings;
  return (
    <section aria-labelledby="order-timings">
      <h3 id="order-timings">
        Timings <span className={classes.total}>{formatDuration(totalMs)} in all</span>
      </h3>
      <ol className={classes.timings}>
        <Bar name="Waiting" part="waiting" ms={waitingMs} fromMs={0} totalMs={totalMs} />
        {order.startedAt !== null && (
          <Bar name="Service call" part="call" ms={callMs} fromMs={waitingMs} totalMs={totalMs} />
        )}
      </ol>
    </section>
  );
}
