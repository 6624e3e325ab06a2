import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { exampleCallQuery } from '../../data/catalogue.ts';
import type { ExampleCall } from '../../data/popular.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { JsonExcerpt } from '../../ui/JsonExcerpt.tsx';
import { excerptOf, valueAsWritten } from '../../ui/json-lines.ts';
import { sellerName } from '../../ui/seller-name.ts';
import { capitalised, formatPrice } from '../../ui/text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { figuresOf, STEPS_OF_A_CALL, typicalDuration } from './words.ts';

/** The card has room for so many lines of JSON. */
const ALL_LINES = 12;
const INPUT_LINES = 5;

/** What the seller says that a call needs and returns, with the price and figures of the catalogue. */
function Example({ call: { listing, input, result } }: { call: ExampleCall }) {
  const { slug, title, price, seller } = listing;
  const duration = typicalDuration(listing);
  const [sent, returned] = useMemo(() => {
    const lines = excerptOf(valueAsWritten(input), INPUT_LINES);
    return [lines, excerptOf(valueAsWritten(result), ALL_LINES - lines.length)];
  }, [input, result]);
  return (
    <Card
      title={<VisibleText>{title}</VisibleText>}
      aside={
        <>
          <strong>{formatPrice(price)}</strong>
          {price.amount > 0 && (
            <>
              {' '}
              per <VisibleText>{price.unit}</VisibleText>
            </>
          )}
        </>
      }
      flush
      foot={
        <>
          <Button component={Link} href={`/listings/${slug}`} leftSection={<Icon name="run" />}>
            Try it
          </Button>
          <span className={classes.note}>{capitalised(figuresOf(listing).join(' · '))}</span>
        </>
      }
    >
      <div className={classes.part}>
        <h3>Input</h3>
        <span className={classes.note}>
          Example by <VisibleText>{sellerName(seller)}</VisibleText>
        </span>
        <JsonExcerpt lines={sent} />
      </div>
      <div className={classes.part}>
        <h3>Result</h3>
        {duration !== undefined && (
          <span className={classes.note}>
            <Icon name="clock" /> {duration}
          </span>
        )}
        <JsonExcerpt lines={returned} />
      </div>
    </Card>
  );
}

/** Where no seller gives an example. */
const HowItWorks = () => (
  <Card title="How a call works">
    <ol className={classes.list}>
      {STEPS_OF_A_CALL.map((says) => (
        <li key={says}>{says}</li>
      ))}
    </ol>
  </Card>
);

/** One call of this marketplace, beside what the page says. It is only shown, not made. */
export function ShownCall() {
  const { data: call, isPending } = useQuery(exampleCallQuery);
  return (
    <div className={classes.call}>
      {isPending ? (
        <Skeleton height="100%" aria-busy="true" />
      ) : call ? (
        <Example call={call} />
      ) : (
        <HowItWorks />
      )}
    </div>
  );
}
