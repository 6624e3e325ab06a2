import type { OwnListing } from '@mkt/client';
import { Card } from '../../ui/Card.tsx';
import { Checks } from '../../ui/Checks.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';

const WITHOUT_CHECKS: Readonly<Partial<Record<OwnListing['status'], string>>> = {
  draft: 'A draft is reviewed when you submit it.',
  pending_review: 'The review is running. It takes a few seconds.',
};

/** What the last review found, and why the listing is not public. */
export function Review({ provider }: { provider: OwnListing }) {
  const { status, reviewChecks: checks, reviewRejectionReason: reason, slowInputs } = provider;
  return (
    <>
      {reason !== null && (
        <Notice
          tone={status === 'flagged' ? 'bad' : 'warn'}
          title={
            status === 'flagged'
              ? 'The review flagged this listing'
              : 'The marketplace paused this listing'
          }
        >
          <p>
            <VisibleText>{reason}</VisibleText>
          </p>
        </Notice>
      )}
      {slowInputs > 0 && (
        <Notice tone="warn" title="Inputs took too long to check">
          <p>
            Buyers sent {slowInputs} {slowInputs === 1 ? 'input' : 'inputs'} that could not be
            checked against the input schema within half a second. They were refused, and your
            service was not called. A simpler schema, or limits on lengths and counts, would help.
          </p>
        </Notice>
      )}
      <Card title="Review" flush={checks.length > 0}>
        {checks.length > 0 ? (
          <Checks of={checks} />
        ) : (
          <p>{WITHOUT_CHECKS[status] ?? 'There has been no review.'}</p>
        )}
      </Card>
    </>
  );
}
