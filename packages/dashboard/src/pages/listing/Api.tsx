import { Button, Group, Stack, Tabs } from '@mantine/core';
import type { ApiKey, CatalogueListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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
import { codeParts, type Snippet, snippetsOf } from './snippets.ts';

export interface ApiProps {
  listing: CatalogueListing;
  /** JSON text: the input of the form. */
  input: string;
}

interface StepProps {
  title: string;
  /** What its button says. */
  copy: string;
  /** What is copied; without it there is no button. */
  value: string | undefined;
  children: ReactNode;
}

/** One of the steps that lead to a call, with what is copied for it. */
const Step = ({ title, copy, value, children }: StepProps) => (
  <Stack gap="xs">
    <Group justify="space-between" wrap="nowrap">
      <h3 className={classes.step}>{title}</h3>
      {value !== undefined && <CopyButton value={value}>{copy}</CopyButton>}
    </Group>
    {children}
  </Stack>
);

const Command = ({ children }: { children: string }) => (
  <pre className={classes.code}>{children}</pre>
);

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
      <Step title="2. Install the client" copy="Copy command" value={install}>
        <Command>{install}</Command>
      </Step>
    )}
    <Step
      title={`${install === undefined ? 2 : 3}. Run the program`}
      copy="Copy program"
      value={code}
    >
      <Code name={name} code={code} />
      <p className={classes.note}>
        {run.split('`').map((text, at) => (at % 2 === 1 ? <code key={text}>{text}</code> : text))}{' '}
        It has the input from “Try it”.
      </p>
    </Step>
  </>
);

/** Whether a key has not expired, and may place orders of a listing. */
const mayCall = ({ scopes, budget, expiresAt }: ApiKey, listingId: string, nowMs: number) =>
  canSpend(scopes) &&
  (budget?.listings ?? [listingId]).includes(listingId) &&
  (expiresAt === null || Date.parse(expiresAt) > nowMs);

const EXPORT = 'export MKT_API_KEY=mkt_…';

/** The way to the key that the programs read, and back. */
function KeyFor({ listing: { id, slug } }: Pick<ApiProps, 'listing'>) {
  const { data: user, isPending } = useSession();
  const keys = useQuery({ ...apiKeysQuery, enabled: Boolean(user) });
  const [openedAtMs] = useState(() => Date.now());
  const path = keyForListingPath(slug);
  const usable = keys.data?.filter((key) => mayCall(key, id, openedAtMs)).length ?? 0;
  return (
    <Step title="1. Set your key" copy="Copy command" value={usable > 0 ? EXPORT : undefined}>
      <Group gap="xs">
        <Button
          component={Link}
          href={user ? path : signInPath(path)}
          variant="default"
          leftSection={<Icon name="key" />}
          disabled={isPending}
        >
          {user || isPending ? 'Create a key for this listing' : 'Sign in to create a key'}
        </Button>
        {usable > 0 && (
          <span className={classes.note}>
            {usable === 1 ? 'One of' : `${usable} of`} your <Link href="/keys">API keys</Link> can
            call it.
          </span>
        )}
      </Group>
      {usable > 0 && <Command>{EXPORT}</Command>}
    </Step>
  );
}

/** Programs that make this call, in one language at a time, and what comes before them. */
export default function Api({ listing, input }: ApiProps) {
  const { slug, price } = listing;
  const snippets = snippetsOf({ baseUrl: location.origin, slug, input, price });
  const [name, setName] = useState(snippets[0]?.name);
  return (
    <Card title="Call it from code" flush>
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
            <Stack p="md">
              <KeyFor listing={listing} />
              <Program {...snippet} />
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
}
