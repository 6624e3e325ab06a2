import { Icon, type IconName } from './Icon.tsx';
import classes from './StateBadge.module.css';

interface Shown {
  tone: 'ok' | 'warn' | 'bad' | 'info' | 'mute';
  icon: IconName;
  word: string;
  /** Asks for action, so it has a fill; good news has none. */
  loud?: true;
}

const STATES = {
  published: { tone: 'ok', icon: 'check', word: 'Published' },
  'pending-review': { tone: 'info', icon: 'clock', word: 'In review' },
  paused: { tone: 'warn', icon: 'pause', word: 'Paused', loud: true },
  flagged: { tone: 'bad', icon: 'flag', word: 'Flagged', loud: true },
  draft: { tone: 'mute', icon: 'info', word: 'Draft' },
  archived: { tone: 'mute', icon: 'archive', word: 'Archived' },
  completed: { tone: 'ok', icon: 'check', word: 'Completed' },
  mismatched: { tone: 'warn', icon: 'warn', word: 'Completed', loud: true },
  failed: { tone: 'bad', icon: 'cross', word: 'Failed', loud: true },
  running: { tone: 'info', icon: 'spin', word: 'Running' },
  pending: { tone: 'mute', icon: 'clock', word: 'Waiting' },
  active: { tone: 'ok', icon: 'check', word: 'Active' },
  failing: { tone: 'bad', icon: 'cross', word: 'Failing', loud: true },
  disabled: { tone: 'bad', icon: 'cross', word: 'Disabled', loud: true },
  'not-confirmed': { tone: 'warn', icon: 'warn', word: 'Not confirmed', loud: true },
  succeeded: { tone: 'ok', icon: 'check', word: 'Succeeded' },
  healthy: { tone: 'ok', icon: 'pulse', word: 'Healthy' },
  'healthy-now': { tone: 'ok', icon: 'pulse', word: 'Healthy now' },
  unhealthy: { tone: 'bad', icon: 'warn', word: 'Unhealthy', loud: true },
  unknown: { tone: 'mute', icon: 'info', word: 'Not checked yet' },
  'not-configured': { tone: 'mute', icon: 'info', word: 'No health check' },
  breaking: { tone: 'warn', icon: 'warn', word: 'Breaking', loud: true },
  'may-break': { tone: 'warn', icon: 'warn', word: 'May break calls', loud: true },
  'price-increase': { tone: 'warn', icon: 'warn', word: 'Price increase', loud: true },
  'price-decrease': { tone: 'ok', icon: 'check', word: 'Price decrease' },
  compatible: { tone: 'ok', icon: 'check', word: 'Compatible' },
} satisfies Record<string, Shown>;

type StateName = keyof typeof STATES;

const isKnown = (state: string): state is StateName => state in STATES;

const shownState = (state: string): Shown => {
  const name = state.replaceAll('_', '-');
  return isKnown(name) ? STATES[name] : { tone: 'mute', icon: 'info', word: state };
};

/** The word that the badge of a state has. */
export const stateInWords = (state: string): string => shownState(state).word;

interface StateBadgeProps {
  /** As on the wire: `pending_review` or `completed`. */
  state: string;
  /** Whether it has a fill whatever the state, for places where the state is the main information. */
  loud?: boolean;
}

/** A state as an icon and a word. */
export function StateBadge({ state, loud }: StateBadgeProps) {
  const shown = shownState(state);
  return (
    <span className={classes.badge} data-tone={shown.tone} data-loud={loud ?? shown.loud ?? false}>
      <Icon name={shown.icon} />
      {shown.word}
    </span>
  );
}
