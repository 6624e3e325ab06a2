import type { Preview } from '@mkt/client';
import { Card } from '../../ui/Card.tsx';
import { Checks } from '../../ui/Checks.tsx';
import { Icon } from '../../ui/Icon.tsx';
import classes from './page.module.css';

/** The checks that a review would run, with what they found now. */
export function PreviewedChecks({ preview: { checks, publishable } }: { preview: Preview }) {
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length;
  return (
    <Card
      title="Checks"
      flush
      aside={
        <>
          <span className={classes.verdict} data-publishable={publishable}>
            <Icon name={publishable ? 'check' : 'cross'} />
            {publishable ? 'Can be published' : 'Would be flagged'}
          </span>{' '}
          · {passed} of {checks.length} passed
        </>
      }
    >
      <Checks of={checks} />
    </Card>
  );
}
