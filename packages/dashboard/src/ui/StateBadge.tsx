import { Icon, type IconName } from './Icon.tsx';
import classes from './StateBadge.module.css';

interface Shown {
  icon: IconName;
  word: string;
  /** Asks for action, so it has a fill; good news has none. */
  loud?: true;
}

const STATES = {
  published: { icon: 'check', word: 'Published' },
  'pending-review': { icon: 'clock', word: 'In review' },
  paused: { icon: 'pause', word: 'Paused', loud: true },
  flagged: { icon: 'flag', word: 'Flagged', loud: true },
  draft: { icon: 'info', word: 'Draft' },
  archived: { icon: 'archive', word: 'Archived' },
  completed: { icon: 'check', word: 'Completed' },
  failed: { icon: 'cross', word: 'Failed', loud: true },
  running: { icon: 'spin', word: 'Running' },
  pending: { icon: 'clock', word: 'Waiting' },
  healthy: { icon: 'pulse', word: 'Healthy' },
  unhealthy: { icon: 'warn', word: 'Unhealthy', loud: true },
  unknown: { icon: 'info', word: 'Not checked yet' },
  'not-configured': { icon: 'info', word: 'No health check' },
} satisfies Record<string, Shown>;

type StateName = keyof typeof STATES;

const isKnown = (state: string): state is StateName => state in STATES;

interface StateBadgeProps {
  /** As on the wire: `pending_review` or `completed`. */
  state: string;
  /** With a fill whatever the state, where the state is the answer. */
  loud?: boolean;
}

/** A state as an icon and a word. */
export function StateBadge({ state, loud }: StateBadgeProps) {
  const name = state.replaceAll('_', '-');
  const shown: Shown = isKnown(name) ? STATES[name] : { icon: 'info', word: state };
  return (
    <span className={classes.badge} data-state={name} data-loud={loud ?? shown.loud ?? false}>
      <Icon name={shown.icon} />
      {shown.word}
    </span>
  );
}
