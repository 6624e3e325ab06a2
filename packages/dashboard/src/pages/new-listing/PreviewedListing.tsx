import type { Preview } from '@mkt/client';
import { Stack } from '@mantine/core';
import { Card } from '../../ui/Card.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { formatPrice } from '../../ui/text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { schemaSummary } from './schema-summary.ts';
import classes from './page.module.css';

const textOf = (text: string | null | undefined) =>
  text === null || text === undefined ? null : <VisibleText>{text}</VisibleText>;

/** What an import would create, as buyers will see it, and the warnings about it. */
export function PreviewedListing({ preview: { listing, warnings } }: { preview: Preview }) {
  const { slug, title, description, category, tags, price, runContract } = listing;
  const { method, endpointPath, healthEndpoint, inputSchema, outputSchema } = runContract;
  return (
    <Stack>
      <Card title="Listing" aside="as buyers will see it">
        <p className={classes.title}>
          <VisibleText>{title}</VisibleText>
          <span>
            {formatPrice(price)} per <VisibleText>{price.unit}</VisibleText>
          </span>
        </p>
        {description !== null && (
          <p className={classes.description}>
            <VisibleText>{description}</VisibleText>
          </p>
        )}
        <Facts>
          <Fact name="Address">
            <code>/listings/{slug}</code>
          </Fact>
          <Fact name="Category">{textOf(category)}</Fact>
          <Fact name="Tags">{tags?.length ? textOf(tags.join(', ')) : null}</Fact>
          <Fact name="Call">
            <code>
              {method} <VisibleText>{endpointPath}</VisibleText>
            </code>
          </Fact>
          <Fact name="Health">
            {healthEndpoint === undefined ? null : <code>{textOf(healthEndpoint)}</code>}
          </Fact>
          <Fact name="Input">{schemaSummary(inputSchema)}</Fact>
          <Fact name="Output">{schemaSummary(outputSchema)}</Fact>
        </Facts>
      </Card>
      {warnings.length > 0 && (
        <Card title="Warnings" aside={warnings.length}>
          <ul className={classes.warnings}>
            {warnings.map(({ code, message, path }) => (
              <li key={`${code} ${path ?? ''} ${message}`}>
                {path !== undefined && <code>{textOf(path)}</code>}
                {textOf(message)}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Stack>
  );
}
