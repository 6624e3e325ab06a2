import { type HealthBar, outagePlace } from '../data/health.ts';
import { type Outage, outageTimes } from '../data/outages.ts';
import classes from './HealthBars.module.css';

interface HealthBarsProps {
  bars: readonly HealthBar[];
  outages: readonly Outage[];
  nowMs: number;
  label: string;
}

/** How much of the time was checked, as the height of each bar, with the outages at their times. */
export const HealthBars = ({ bars, outages, nowMs, label }: HealthBarsProps) => (
  <div className={classes.bars} role="img" aria-label={label}>
    {bars.map(({ fromMs, state, checked, title }) => (
      <span key={fromMs} data-state={state} title={title}>
        <b style={{ height: `${checked * 100}%` }} />
      </span>
    ))}
    {outages.map((outage) => {
      const { from, width } = outagePlace(outage, bars);
      return (
        <i
          key={outage.fromMs}
          title={`Down ${outageTimes(outage, nowMs)}`}
          style={{ left: `${from * 100}%`, width: `${width * 100}%` }}
        />
      );
    })}
  </div>
);
