import type { Order } from '@mkt/client';
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { ListingName } from '../../data/listing-names.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatMoney } from '../../ui/money.ts';
import { curlCommand } from '../../data/curl-command.ts';
import classes from './NextSteps.module.css';

interface NextStepsProps {
  order: Order;
  /** `null` if it can no longer be bought. */
  listing: ListingName | null | undefined;
}

/** Run it again, from the listing's page or a terminal. */
export function NextSteps({ order, listing }: NextStepsProps) {
  const { id, listingId, price, requestBody, requestBodyText } = order;
  const curl = () =>
    curlCommand({
      baseUrl: location.origin,
      listing: listing?.slug ?? listingId,
      input: requestBodyText ?? JSON.stringify(requestBody),
    });
  return (
    <footer className={classes.steps}>
      {listing && (
        <Button
          size="xs"
          component={Link}
          href={`/listings/${listing.slug}?order=${id}`}
          leftSection={<Icon name="again" />}
        >
          {price.amount === 0 ? 'Run again' : `Run again for ${formatMoney(price)}`}
        </Button>
      )}
      <CopyButton value={curl}>Copy as cURL</CopyButton>
    </footer>
  );
}
