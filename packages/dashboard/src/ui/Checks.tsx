import { Link } from 'wouter';
import classes from './Checks.module.css';
import { Icon, type IconName } from './Icon.tsx';
import { Places } from './Notice.tsx';
import { checkInWords, labelOfCheck } from './check-words.ts';
import { VisibleText } from './VisibleText.tsx';

interface Check {
  /** As on the wire: `url-policy`. */
  name: string;
  /** `required` decides, others only inform. */
  level: string;
  /** As on the wire, or `running`. */
  outcome: string;
  message: string;
  fix?: string;
  details?: readonly { path: string; message: string }[];
}

const NAMES: Readonly<Record<string, string>> = { 'url-policy': 'URL policy' };

const nameOf = (name: string) =>
  NAMES[name] ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('-', ' ');

interface Shown {
  tone: 'ok' | 'warn' | 'bad' | 'mute';
  icon: IconName;
  word: string;
}

function shownOutcome({ outcome, level }: Check): Shown {
  if (outcome === 'running') return { tone: 'mute', icon: 'clock', word: 'Running' };
  if (outcome === 'passed') return { tone: 'ok', icon: 'check', word: 'Passed' };
  if (outcome === 'skipped') return { tone: 'mute', icon: 'info', word: 'Skipped' };
  return level === 'required'
    ? { tone: 'bad', icon: 'cross', word: 'Failed' }
    : { tone: 'warn', icon: 'warn', word: 'Failed' };
}

const ADD_EXAMPLES = 'Add a request and a response example: buyers start with them.';

interface CheckItemProps {
  check: Check;
  /** The address of the form in which what has failed is changed. */
  form: string | undefined;
}

function CheckItem({ check, form }: CheckItemProps) {
  const { name, level } = check;
  const { message, fix, details } = checkInWords(check);
  const { tone, icon, word } = shownOutcome(check);
  // A check is skipped where its field is empty, or if another has failed.
  const isOpen = check.outcome === 'failed' || /^no .* given$/.test(check.message);
  const label = form === undefined || !isOpen ? undefined : labelOfCheck(check);
  const isWithoutExamples = name === 'examples' && check.outcome === 'skipped';
  return (
    <li className={classes.check} data-tone={tone}>
      <Icon name={icon} className={classes.icon} />
      <div className={classes.text}>
        <h3>
          {nameOf(name)} <span className="visually-hidden">{word}</span>
        </h3>
        <p>
          <VisibleText>{isWithoutExamples ? ADD_EXAMPLES : message}</VisibleText>
        </p>
        <Places of={details} />
        {fix !== undefined && (
          <p>
            <VisibleText>{fix}</VisibleText>
          </p>
        )}
        {label !== undefined && (
          <p>
            <Link href={`${form}?field=${encodeURIComponent(label)}`}>
              Edit {label.toLowerCase()}
            </Link>
          </p>
        )}
      </div>
      <span className={classes.level}>{level === 'required' ? 'must pass' : 'advice'}</span>
    </li>
  );
}

interface ChecksProps {
  of: readonly Check[];
  form?: string | undefined;
}

/** Checks one below the other, in their order. */
export const CheckList = ({ of: checks, form }: ChecksProps) => (
  <ul className={classes.checks}>
    {checks.map((check) => (
      <CheckItem key={check.name} check={check} form={form} />
    ))}
  </ul>
);

/**
 * The checks of a review: what each found, the places, and how to fix them, with a link to the field of
 * `form` that it is about. Those that passed are folded.
 */
export function Checks({ of: checks, form }: ChecksProps) {
  const passed = checks.filter(({ outcome }) => outcome === 'passed');
  const others = checks.filter(({ outcome }) => outcome !== 'passed');
  return (
    <>
      {others.length > 0 && <CheckList of={others} form={form} />}
      {passed.length > 0 && (
        <details className={classes.passed}>
          <summary>
            <Icon name="right" /> {passed.length} {passed.length === 1 ? 'check' : 'checks'} passed
          </summary>
          <CheckList of={passed} />
        </details>
      )}
    </>
  );
}
