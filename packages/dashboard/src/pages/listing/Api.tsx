import { Tabs } from '@mantine/core';
import type { CatalogueListing } from '@mkt/client';
import { useState } from 'react';
import { Link } from 'wouter';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { visibleString } from '../../ui/visible-text.ts';
import classes from './page.module.css';
import { codeParts, snippetsOf } from './words.ts';

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

const Code = ({ name, code }: { name: string; code: string }) => (
  // Scrolls sideways, which the keyboard can do only with the focus.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre className={classes.code} tabIndex={0} role="group" aria-label={`${name} program`}>
    {codeParts(visibleString(code)).map(({ at, kind, text }) => (
      <span key={at} data-kind={kind}>
        {text}
      </span>
    ))}
  </pre>
);

/** Programs that make this call, in one language at a time. */
export function Api({ listing: { slug, price }, input }: ApiProps) {
  const parts = { baseUrl: location.origin, slug, input: oneLine(input), price };
  const snippets = snippetsOf(parts);
  const [name, setName] = useState(snippets[0]?.name);
  const shown = snippets.find((snippet) => snippet.name === name);
  return (
    <Card
      title="Call it from code"
      aside={shown && <CopyButton value={shown.code} />}
      foot={
        <span className={classes.note}>
          Uses the input from “Try it”. Set <code>MKT_API_KEY</code> to one of your{' '}
          <Link href="/keys">API keys</Link>.
        </span>
      }
      flush
    >
      <Tabs
        value={name ?? null}
        onChange={(next) => setName(next ?? undefined)}
        keepMounted={false}
      >
        <Tabs.List aria-label="Language">
          {snippets.map((snippet) => (
            <Tabs.Tab key={snippet.name} value={snippet.name}>
              {snippet.name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map((snippet) => (
          <Tabs.Panel key={snippet.name} value={snippet.name}>
            <Code {...snippet} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}
