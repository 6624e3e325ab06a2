import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { exampleCallQuery } from '../../data/catalogue.ts';
import type { CallPart, ExampleCall } from '../../data/popular.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { JsonExcerpt } from '../../ui/JsonExcerpt.tsx';
import { excerptOf, type JsonLine, valueAsWritten } from '../../ui/json-lines.ts';
import { sketchOf } from '../../ui/schema-fields.ts';
import { sellerName } from '../../ui/seller-name.ts';
import { capitalised, formatPrice } from '../../ui/text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { figuresOf, STEPS_OF_A_CALL, typicalDuration } from './words.ts';

/** The card has room for so many lines of JSON. */
const ALL_LINES = 10;
const INPUT_LINES = 5;

/** An example as far as there is room, or else what the schema says in its place. */
const linesOf = ({ json, schema }: CallPart, most: number): JsonLine[] =>
  json === undefined ? sketchOf(schema ?? {}, most) : excerptOf(valueAsWritten(json), most);

interface PartProps {
  title: string;
  note: ReactNode;
  lines: readonly JsonLine[];
}

const Part = ({ title, note, lines }: PartProps) => (
  <div className={classes.part}>
    <h3>{title}</h3>
    <span className={classes.note}>{note}</span>
    {lines.length > 0 && <JsonExcerpt lines={lines} />}
  </div>
);

const AS_IN_SCHEMA = 'as its schema has it';

/** What the seller says that a call needs and returns, with the price and figures of the catalogue. */
function Example({ call: { listing, input, result } }: { call: ExampleCall }) {
  const { slug, title, price, seller } = listing;
  const duration = typicalDuration(listing);
  const [sent, returned] = useMemo(() => {
    const lines = linesOf(input, INPUT_LINES);
    return [lines, linesOf(result, ALL_LINES - lines.length)];
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
      <Part
        title="Input"
        note={
          input.json === undefined ? (
            AS_IN_SCHEMA
          ) : (
            <>
              Example by <VisibleText>{sellerName(seller)}</VisibleText>
            </>
          )
        }
        lines={sent}
      />
      <Part
        title="Result"
        note={
          returned.length === 0 ? (
            'any JSON value: its seller shows no example'
          ) : (
            <>
              {result.json === undefined && AS_IN_SCHEMA}{' '}
              {duration !== undefined && (
                <>
                  <Icon name="clock" /> {duration}
                </>
              )}
            </>
          )
        }
        lines={returned}
      />
    </Card>
  );
}

/** Where no seller says what a call takes. */
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
