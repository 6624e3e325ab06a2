import { Button, Group, Tabs, Text } from '@mantine/core';
import type { ApiKey, CatalogueListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { keyForListingPath, signInPath } from '../../data/address.ts';
import { canSpend } from '../../data/budget-words.ts';
import { apiKeysQuery } from '../../data/keys.ts';
import { useSession } from '../../data/session.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { visibleString } from '../../ui/visible-text.ts';
import classes from './page.module.css';
import { codeParts, type Snippet, snippetsOf } from './words.ts';

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

const Code = ({ name, code }: Pick<Snippet, 'name' | 'code'>) => (
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

/** What is installed first, the program, and how it is run. */
const Program = ({ name, install, code, run }: Snippet) => (
  <>
    {install !== undefined && (
      <Group justify="space-between" gap="xs" px="md" pt="sm">
        <span className={classes.note}>
          First, in your project: <code>{install}</code>
        </span>
        <CopyButton value={install} variant="subtle">
          Copy command
        </CopyButton>
      </Group>
    )}
    <Code name={name} code={code} />
    <Text size="sm" c="dimmed" px="md" pb="md">
      {run.split('`').map((text, at) => (at % 2 === 1 ? <code key={text}>{text}</code> : text))} It
      has the input from “Try it”.
    </Text>
  </>
);

/** Whether a key has not expired, and may place orders of a listing. */
const mayCall = ({ scopes, budget, expiresAt }: ApiKey, listingId: string, nowMs: number) =>
  canSpend(scopes) &&
  (budget?.listings ?? [listingId]).includes(listingId) &&
  (expiresAt === null || Date.parse(expiresAt) > nowMs);

/** The way to the key that the programs read, and back. */
function KeyFor({ listing: { id, slug } }: Pick<ApiProps, 'listing'>) {
  const { data: user, isPending } = useSession();
  const keys = useQuery({ ...apiKeysQuery, enabled: Boolean(user) });
  const [openedAtMs] = useState(() => Date.now());
  const path = keyForListingPath(slug);
  const usable = keys.data?.filter((key) => mayCall(key, id, openedAtMs)).length ?? 0;
  return (
    <Group gap="xs" px="md" py="sm">
      <Button
        component={Link}
        href={user ? path : signInPath(path)}
        variant="default"
        leftSection={<Icon name="key" />}
        disabled={isPending}
      >
        {user || isPending ? 'Create a key for this listing' : 'Sign in to create a key'}
      </Button>
      <span className={classes.note}>
        {usable > 0 && (
          <>
            {usable === 1 ? 'One of' : `${usable} of`} your <Link href="/keys">API keys</Link> can
            call it.{' '}
          </>
        )}
        Before you call it: <code>export MKT_API_KEY=mkt_…</code>
      </span>
    </Group>
  );
}

/** Programs that make this call, in one language at a time. */
export function Api({ listing, input }: ApiProps) {
  const { slug, price } = listing;
  const parts = { baseUrl: location.origin, slug, input: oneLine(input), price };
  const snippets = snippetsOf(parts);
  const [name, setName] = useState(snippets[0]?.name);
  const shown = snippets.find((snippet) => snippet.name === name);
  return (
    <Card
      title="Call it from code"
      aside={shown && <CopyButton value={shown.code}>Copy program</CopyButton>}
      flush
    >
      <KeyFor listing={listing} />
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
            <Program {...snippet} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}
