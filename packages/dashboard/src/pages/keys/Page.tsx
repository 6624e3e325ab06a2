import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import type { CreatedApiKey, KeyScope } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { ownPath } from '../../data/address.ts';
import {
  BUDGET_PLACES,
  canCreateKeys,
  canSpend,
  type BudgetFields,
  budgetFor,
  budgetInput,
  budgetInWords,
  type BudgetProblems,
  budgetProblems,
  NEW_BUDGET,
} from '../../data/budget-words.ts';
import { publishedListingQuery } from '../../data/catalogue.ts';
import { formErrors, shownError } from '../../data/errors.ts';
import {
  DEFAULT_LIFETIME,
  expiryOf,
  LIFETIMES,
  PRESETS,
  SCOPE_CHOICES,
  scopesInWords,
} from '../../data/key-words.ts';
import { apiKeysQuery, useCreateApiKey } from '../../data/keys.ts';
import { BudgetForm, useTitles } from '../../form/BudgetForm.tsx';
import { focusInvalid } from '../../form/first-invalid.ts';
import { useOwnMessages } from '../../form/own-messages.ts';
import { Permissions } from '../../form/Permissions.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { RevealOnce } from '../../ui/RevealOnce.tsx';
import { dateOf } from '../../ui/text.ts';
import { KeyTable } from './KeyTable.tsx';
import classes from './page.module.css';

/** What the key is set with in a shell; copied with the key, which is shown once already. */
function ShellCommands({ apiKey, isForListing }: { apiKey: string; isForListing: boolean }) {
  const commands = (key: string) =>
    [
      `export MKT_BASE_URL=${location.origin}`,
      `export MKT_API_KEY=${key}`,
      // The code of a listing comes next.
      ...(isForListing ? [] : ['npx mkt whoami']),
    ].join('\n');
  return (
    <details className={classes.shell} open>
      <summary>
        <Icon name="right" /> Use it in a shell
      </summary>
      <div className={classes.commands}>
        <pre>{commands(`${apiKey.slice(0, 8)}…`)}</pre>
        <CopyButton value={commands(apiKey)} variant="subtle">
          Copy with the key
        </CopyButton>
      </div>
    </details>
  );
}

interface CreatedKeyProps {
  created: CreatedApiKey;
  /** The listing that it was created for. */
  back: string | undefined;
  onStored: () => void;
}

/** A new key, which no later response contains. */
function CreatedKey({ created, back, onStored }: CreatedKeyProps) {
  const { name, key, scopes, expiresAt, budget } = created;
  const titles = useTitles(budget);
  const spending = canSpend(scopes) ? ` ${budgetInWords(budget, titles)}` : '';
  const expiry = expiresAt === null ? 'It never expires.' : `It expires on ${dateOf(expiresAt)}.`;
  return (
    <RevealOnce
      title={`Key “${name}” created`}
      what="key"
      value={key}
      advice="Copy the key and store it where your secrets live. We keep only a hash, so it cannot be shown again. If you lose it, create another."
      aside={back !== undefined && <Link href={back}>Go on to the code of the listing</Link>}
      onStored={onStored}
    >
      <p>{`${scopesInWords(scopes)}.${spending} ${expiry}`}</p>
      <ShellCommands apiKey={key} isForListing={back !== undefined} />
    </RevealOnce>
  );
}

interface KeyDraft {
  name: string;
  budget: BudgetFields;
}

const NO_DRAFT: KeyDraft = { name: '', budget: NEW_BUDGET };

interface NewKeyFormProps {
  draft?: KeyDraft;
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}

/** Creates a key. What was chosen stays until it has been created. */
function NewKeyForm({ draft = NO_DRAFT, onCreated, onClose }: NewKeyFormProps) {
  const create = useCreateApiKey();
  const [name, setName] = useState(draft.name);
  const [scopes, setScopes] = useState<KeyScope[]>(['order:create', 'order:read_own']);
  const [lifetime, setLifetime] = useState<string>(DEFAULT_LIFETIME);
  const [chosen, setBudget] = useState<BudgetFields | undefined>(draft.budget);
  const isSpending = canSpend(scopes);
  const budget = isSpending ? chosen : undefined;
  const own = useOwnMessages({ name: 'Enter a name.' }, create.error);
  const places = ['name', 'scopes', 'expiresAt', ...BUDGET_PLACES] as const;
  const [problems, setProblems] = useState<BudgetProblems>();
  const { fields, other } = formErrors(create.error, places);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = budgetProblems(budget);
    setProblems(found);
    if (!own.check(event.currentTarget)) return;
    if (found) {
      focusInvalid(event.currentTarget);
      return;
    }
    const expiresAt = expiryOf(lifetime, Date.now());
    create.mutate(
      { name: name.trim(), scopes, expiresAt, budget: budgetInput(budget) },
      { onSuccess: onCreated },
    );
  };
  return (
    <Card title="New key">
      <form onSubmit={submit} onInput={own.onInput} noValidate>
        <Stack>
          {other && <ErrorNotice what="The key was not created" error={other} />}
          <TextInput
            label="Name"
            name="name"
            description="Where it will be used, for example ci-runner."
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            maxLength={100}
            autoComplete="off"
            autoFocus
            required
            withAsterisk={false}
            maw="24rem"
            error={own.messages.name ?? fields.name}
          />
          <Permissions
            presets={PRESETS}
            groups={SCOPE_CHOICES}
            value={scopes}
            onChange={setScopes}
            error={fields.scopes}
          />
          <Select
            label="Expires"
            data={LIFETIMES}
            value={lifetime}
            onChange={(value) => setLifetime(value ?? lifetime)}
            allowDeselect={false}
            maw="24rem"
            error={fields.expiresAt}
          />
          {isSpending && (
            <BudgetForm
              canCreateKeys={canCreateKeys(scopes)}
              fields={budget}
              onChange={setBudget}
              errors={problems ? { ...fields, ...problems } : fields}
            />
          )}
          <Group gap="xs">
            <Button type="submit" loading={create.isPending} disabled={scopes.length === 0}>
              Create key
            </Button>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** The same for one listing, if it can be bought. */
function KeyFormForListing({ listing, ...props }: NewKeyFormProps & { listing: string }) {
  const { data, isPending } = useQuery(publishedListingQuery(listing));
  if (isPending) return <PageSkeleton />;
  const draft = data && { name: data.slug, budget: budgetFor(data) };
  return <NewKeyForm draft={draft} {...props} />;
}

const INTRO = 'Keys let programs act for your account. A revoked key stops working immediately.';

/** The account's API keys. `?new` opens the form, `?listing=` for a listing and `return=` where that is. */
export default function Keys() {
  const keys = useQuery(apiKeysQuery);
  const [params, setParams] = useSearchParams();
  const [created, setCreated] = useState<{ key: CreatedApiKey; back: string | undefined }>();
  const [, navigate] = useLocation();
  const listing = params.get('listing');
  const back = ownPath(params.get('return'));
  const isFormOpen = params.has('new') || listing !== null;
  const openForm = () => setParams({ new: '' });
  const closeForm = () => setParams({}, { replace: true });
  const isEmpty = keys.data?.length === 0;
  const newKey = useRef<HTMLButtonElement>(null);
  // The form and the card of a new key go with the focus that was in them.
  const returnsFocus = useRef(false);
  useEffect(() => {
    if (!returnsFocus.current || !newKey.current) return;
    returnsFocus.current = false;
    newKey.current.focus();
  });
  const form = {
    onClose() {
      if (back !== undefined) return navigate(back);
      returnsFocus.current = true;
      closeForm();
    },
    onCreated(key: CreatedApiKey) {
      setCreated({ key, back });
      closeForm();
    },
  };
  const newKeyButton = (variant: 'default' | 'filled') => (
    <Button ref={newKey} variant={variant} leftSection={<Icon name="plus" />} onClick={openForm}>
      New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      intro={INTRO}
      // One primary button per view: beside a new key it is the one that copies it.
      actions={!isFormOpen && !isEmpty && newKeyButton(created ? 'default' : 'filled')}
    >
      <Stack gap="xl">
        {created && (
          <CreatedKey
            created={created.key}
            back={created.back}
            onStored={() => {
              returnsFocus.current = true;
              setCreated(undefined);
            }}
          />
        )}
        {isFormOpen &&
          (listing === null ? (
            <NewKeyForm {...form} />
          ) : (
            <KeyFormForListing key={listing} listing={listing} {...form} />
          ))}
        {keys.isPending ? (
          <PageSkeleton />
        ) : keys.data ? (
          isEmpty ? (
            !isFormOpen && (
              <EmptyState
                title="No API keys yet"
                action={newKeyButton('filled')}
                command="npx mkt login"
              >
                Create one here to call services from code. On your own machine, sign in from the
                terminal instead: that makes a key for you.
              </EmptyState>
            )
          ) : (
            <KeyTable keys={keys.data} />
          )
        ) : null}
        {keys.isError && (
          <ErrorNotice
            what="Your keys could not be loaded"
            error={shownError(keys.error)}
            onRetry={() => void keys.refetch()}
          >
            Keys keep working; only this list is missing.
          </ErrorNotice>
        )}
      </Stack>
    </Page>
  );
}
