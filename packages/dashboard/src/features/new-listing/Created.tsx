import type { Listing } from '@mkt/client';
import { Link } from 'wouter';
import { Notice } from '../../ui/Notice.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';

/** A listing was created: what happens next. */
export const Created = ({
  listing: { slug, title },
}: {
  listing: Pick<Listing, 'slug' | 'title'>;
}) => (
  <Notice
    tone="ok"
    title={
      <>
        “<VisibleText>{title}</VisibleText>” was created
      </>
    }
  >
    <p>
      Once it is published, buyers find it at{' '}
      <Link href={`/listings/${slug}`}>/listings/{slug}</Link>.
    </p>
  </Notice>
);
