import type { Order } from '@mkt/client';
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatMoney } from '../../ui/text.ts';
import { curlCommand } from '../../data/curl-command.ts';
import classes from '../../orders/orders.module.css';

interface NextStepsProps {
  order: Order;
  /** Of its listing, if it is known. */
  slug: string | undefined;
  /** Whether its listing can still be bought. */
  isOffered: boolean;
}

/** Run it again, from the listing's page or a terminal. */
export function NextSteps({ order, slug, isOffered }: NextStepsProps) {
  const { id, listingId, price, requestBody, requestBodyText } = order;
  const curl = () =>
    curlCommand({
      baseUrl: location.origin,
      listing: slug ?? listingId,
      input: requestBodyText ?? JSON.stringify(requestBody),
    });
  return (
    <footer className={classes.steps}>
      {isOffered && (
        <Button
          size="xs"
          component={Link}
          href={`/listings/${slug ?? listingId}?order=${id}`}
          leftSection={<Icon name="again" />}
        >
          {price.amount === 0 ? 'Run again' : `Run again for ${formatMoney(price)}`}
        </Button>
      )}
      <CopyButton value={curl}>Copy as cURL</CopyButton>
    </footer>
  );
}
