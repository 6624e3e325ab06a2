import type { CatalogueListing } from '@mkt/client';
import { Stack } from '@mantine/core';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { snippetsOf } from './snippets.ts';

interface ApiProps {
  listing: CatalogueListing;
  /** JSON text: the input of the form. */
  input: string;
}

/** JSON on one line, for a command. What is not JSON yet stays as it was typed. */
function oneLine(input: string): string {
  // Between tokens only: JSON has no raw line feed or tab within a string.
  return input.replaceAll(/[\n\r\t]+ */g, ' ').trim();
}

/** Programs that make this call. */
export function Api({ listing: { slug, price }, input }: ApiProps) {
  const parts = { baseUrl: location.origin, slug, input: oneLine(input), price };
  return (
    <Stack>
      <p className={classes.apiNote}>
        Each program makes the call with the input of “Try it”. Set <code>MKT_API_KEY</code> to one
        of your API keys first.
      </p>
      {snippetsOf(parts).map(({ name, code }) => (
        <Card key={name} title={name} aside={<CopyButton value={code} />} flush>
          {/* Scrolls sideways, which the keyboard can do only with the focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={classes.code} tabIndex={0} role="group" aria-label={`${name} program`}>
            <VisibleText>{code}</VisibleText>
          </pre>
        </Card>
      ))}
    </Stack>
  );
}
