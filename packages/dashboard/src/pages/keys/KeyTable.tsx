import { Button, Stack, TextInput } from '@mantine/core';
import type { ApiKey, KeyOrigin } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useMemo, useRef, useState } from 'react';
import {
  BUDGET_PLACES,
  budgetChange,
  type BudgetProblems,
  budgetProblems,
  canCreateKeys,
  canSpend,
  fieldsOf,
  isUnlimited,
  NEW_BUDGET,
  riskiestFirst,
} from '../../data/budget-words.ts';
import { formErrors, shownError } from '../../data/errors.ts';
import { scopesInShort, scopesWithWords } from '../../data/key-words.ts';
import { useRevokeApiKey, useUpdateApiKey } from '../../data/keys.ts';
import { RANGE_STEP_MS, statsQuery } from '../../data/stats-words.ts';
import { usageQuery } from '../../data/stats.ts';
import { BudgetForm } from '../../form/BudgetForm.tsx';
import { focusInvalid } from '../../form/first-invalid.ts';
import { useOwnMessages } from '../../form/own-messages.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog, Dialog, DialogFoot } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { type Amount, dateOf } from '../../ui/text.ts';
import { Budget, Spend } from './Budget.tsx';
import classes from './page.module.css';

interface EditKeyFormProps {
  apiKey: ApiKey;
  /** Whether it was opened to set a limit, which it then proposes. */
  setsLimit: boolean;
  onClose: () => void;
}

function EditKeyForm({ apiKey, setsLimit, onClose }: EditKeyFormProps) {
  const update = useUpdateApiKey(apiKey.id);
  // As it was when the form was opened, whatever arrives until it is sent.
  const [before] = useState(() => ({ name: apiKey.name, budget: fieldsOf(apiKey.budget) }));
  const [name, setName] = useState(before.name);
  const [budget, setBudget] = useState(before.budget ?? (setsLimit ? NEW_BUDGET : undefined));
  const [problems, setProblems] = useState<BudgetProblems>();
  const own = useOwnMessages({ name: 'Enter a name.' }, update.error);
  const { fields, other } = formErrors(update.error, ['name', ...BUDGET_PLACES]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const changedName = name.trim() === before.name ? undefined : name.trim();
    const changedBudget = budgetChange(before.budget, budget);
    const found = changedBudget ? budgetProblems(budget) : undefined;
    setProblems(found);
    if (!own.check(event.currentTarget)) return;
    if (found) {
      focusInvalid(event.currentTarget);
      return;
    }
    if (changedName === undefined && changedBudget === undefined) onClose();
    else update.mutate({ name: changedName, budget: changedBudget }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} onInput={own.onInput} noValidate>
      <Stack>
        {other && <ErrorNotice what="The key was not changed" error={other} />}
        <TextInput
          label="Name"
          name="name"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          autoComplete="off"
          data-autofocus={!setsLimit || undefined}
          required
          withAsterisk={false}
          error={own.messages.name ?? fields.name}
        />
        <BudgetForm
          canCreateKeys={canCreateKeys(apiKey.scopes)}
          hasFocus={setsLimit}
          fields={budget}
          onChange={setBudget}
          errors={problems ? { ...fields, ...problems } : fields}
        />
        <p>What it has spent in this period still counts.</p>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}

interface EditKeyDialogProps {
  /** What to change; without it the dialog is closed. */
  edited: { key: ApiKey; setsLimit: boolean } | undefined;
  onClose: () => void;
}

/** Changes the name and the budget of a key. */
function EditKeyDialog({ edited, onClose }: EditKeyDialogProps) {
  // While the dialog closes, it still shows the key that it was about.
  const [shown, setShown] = useState(edited);
  if (edited && edited !== shown) setShown(edited);
  // Also in the page before it first opens: it returns the focus to where that was when it opened.
  return (
    <Dialog
      opened={edited !== undefined}
      title={`Edit ${shown?.key.name ?? 'a key'}`}
      onClose={onClose}
    >
      {shown && <EditKeyForm apiKey={shown.key} setsLimit={shown.setsLimit} onClose={onClose} />}
    </Dialog>
  );
}

/** The keys that a key created, and those that they created. */
function descendants(of: ApiKey, keys: readonly ApiKey[]): ApiKey[] {
  const children = keys.filter(({ parentId }) => parentId === of.id);
  return children.flatMap((child) => [child, ...descendants(child, keys)]);
}

interface RevokeDialogProps {
  /** The key to revoke; without one the dialog is closed. */
  apiKey: ApiKey | undefined;
  keys: readonly ApiKey[];
  onClose: () => void;
  onRevoked: () => void;
}

/** Asks before a key is revoked, and names what stops working. */
function RevokeDialog({ apiKey, keys, onClose, onRevoked }: RevokeDialogProps) {
  const revoke = useRevokeApiKey();
  // While the dialog closes, it still shows the key that it was about.
  const [shown, setShown] = useState(apiKey);
  if (apiKey && apiKey !== shown) setShown(apiKey);
  const close = () => {
    revoke.reset();
    onClose();
  };
  const made = shown ? descendants(shown, keys).map(({ name }) => name) : [];
  const lastUsedAt = shown?.lastUsedAt ?? null;
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      title={`Revoke ${shown?.name ?? 'a key'}?`}
      confirm="Revoke key"
      isPending={revoke.isPending}
      error={
        revoke.isError && (
          <ErrorNotice what="The key was not revoked" error={shownError(revoke.error)} />
        )
      }
      onConfirm={() => {
        if (!shown) return;
        revoke.mutate(shown.id, {
          onSuccess() {
            close();
            onRevoked();
          },
        });
      }}
      onClose={close}
    >
      <p>
        Programs that use it will stop working at once (401). This cannot be undone.{' '}
        {lastUsedAt === null ? (
          'The key has never been used.'
        ) : (
          <>
            The key was last used <RelativeTime at={lastUsedAt} />.
          </>
        )}
      </p>
      {made.length > 0 && (
        <p>The keys that it created are revoked too: {new Intl.ListFormat('en').format(made)}.</p>
      )}
    </ConfirmDialog>
  );
}

const ORIGINS: Readonly<Record<Exclude<KeyOrigin, 'key'>, string>> = {
  session: 'Browser',
  device: 'Device login',
  operator: 'Operator',
  dev: 'Dev mode',
};

/** What created a key; if it was another key, the name of that key. */
function CreatedBy({ of: { origin, parentId }, keys }: { of: ApiKey; keys: readonly ApiKey[] }) {
  if (origin !== 'key') return ORIGINS[origin];
  const parent = keys.find(({ id }) => id === parentId);
  if (!parent) return 'Another key';
  return <VisibleText>{`Key “${parent.name}”`}</VisibleText>;
}

function Expiry({ of: { expiresAt: at }, nowMs }: { of: ApiKey; nowMs: number }) {
  if (at === null) return <span className={classes.never}>Never</span>;
  if (Date.parse(at) > nowMs) return dateOf(at);
  return (
    <span className={classes.expired}>
      <Icon name="archive" /> Expired
    </span>
  );
}

const isExpired = ({ expiresAt }: ApiKey, nowMs: number) =>
  expiresAt !== null && Date.parse(expiresAt) <= nowMs;

interface KeyRowProps {
  apiKey: ApiKey;
  keys: readonly ApiKey[];
  nowMs: number;
  /** What it spent in the last 30 days, once that is known. */
  spent: readonly Amount[] | undefined;
  onEdit: (setsLimit: boolean) => void;
  onRevoke: () => void;
}

/** A key of the table. */
function KeyRow({ apiKey, keys, nowMs, spent, onEdit, onRevoke }: KeyRowProps) {
  const { name, prefix, lastFour, scopes, lastUsedAt } = apiKey;
  const edit = useRef<HTMLButtonElement>(null);
  const expired = isExpired(apiKey, nowMs);
  const setLimit = () => {
    // The dialog returns the focus to it: the button that sets a limit is gone once there is one.
    edit.current?.focus();
    onEdit(true);
  };
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          <VisibleText>{name}</VisibleText>
        </span>
        <code>
          {prefix}…{lastFour}
        </code>
      </th>
      <td className={classes.scopes}>
        <details className={classes.more}>
          <summary>
            <Icon name="right" /> {scopesInShort(scopes)}
          </summary>
          <ul>
            {scopesWithWords(scopes).map(({ scope, words }) => (
              <li key={scope}>
                {words} <code>{scope}</code>
              </li>
            ))}
          </ul>
        </details>
      </td>
      <td className={classes.limit}>
        <Budget of={apiKey} onSetLimit={expired ? undefined : setLimit} />
      </td>
      <td className={classes.spend}>
        <Spend amounts={canSpend(scopes) ? spent : undefined} />
      </td>
      <td data-label="Created by" data-short="By">
        <CreatedBy of={apiKey} keys={keys} />
      </td>
      <td data-label="Last used" data-short="Used" className={classes.short}>
        {lastUsedAt === null ? 'Never' : <RelativeTime at={lastUsedAt} />}
      </td>
      <td
        data-label="Expires"
        data-short={apiKey.expiresAt === null ? 'No expiry' : 'Expires'}
        className={classes.short}
      >
        <Expiry of={apiKey} nowMs={nowMs} />
      </td>
      <td className={classes.action}>
        {!expired && (
          <Button
            ref={edit}
            size="xs"
            variant="default"
            aria-label={`Edit ${name}`}
            onClick={() => onEdit(false)}
          >
            Edit
          </Button>
        )}
        <Button size="xs" variant="subtle" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </td>
    </tr>
  );
}

const MINUTE_MS = 60_000;

interface KeyGroupProps {
  id: string;
  title: string;
  /** What the table is called. */
  label: string;
  /** Their number, and what is worth a look in them. */
  note: ReactNode;
  keys: readonly ApiKey[];
  row: (apiKey: ApiKey) => ReactNode;
}

/** Some of the keys, with their number. */
const KeyGroup = ({ id, title, label, note, keys, row }: KeyGroupProps) => (
  <section aria-labelledby={id}>
    <div className={classes.head}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <span>{note}</span>
    </div>
    <Card label={label} flush>
      <div className={classes.container}>
        <table className={classes.keys}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Permissions</th>
              <th scope="col">Spending limit</th>
              <th scope="col">Spent, 30 days</th>
              <th scope="col">Created by</th>
              <th scope="col">Last used</th>
              <th scope="col">Expires</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>{keys.map(row)}</tbody>
        </table>
      </div>
    </Card>
  </section>
);

/** What each key spent in the last 30 days, by its id. */
function useSpentByKey(): ReadonlyMap<string | null, readonly Amount[]> | undefined {
  const { from, to } = statsQuery('30d', useNow(RANGE_STEP_MS));
  const { data } = useQuery(usageQuery({ from, to, by: 'key' }));
  return useMemo(
    () => data && new Map(data.data.map(({ keyId = null, spend }) => [keyId, spend])),
    [data],
  );
}

interface UnlimitedProps {
  count: number;
  of: number;
  /** Whether only they are shown. */
  only: boolean;
  onToggle: () => void;
}

/** How many keys there are and, of them, without a limit: a press shows only those. */
function Unlimited({ count, of, only, onToggle }: UnlimitedProps) {
  const words = `${count} without a spending limit`;
  if (count === 0 || count === of) return count === 0 ? of : words;
  return (
    <>
      {only ? words : of} ·{' '}
      <button type="button" className="link-button" onClick={onToggle}>
        {only ? `Show all ${of}` : words}
      </button>
    </>
  );
}

/** The account's keys, and buttons to edit and to revoke each; those that have expired are apart. */
export function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const [edited, setEdited] = useState<{ key: ApiKey; setsLimit: boolean }>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const [showsUnlimited, setShowsUnlimited] = useState(false);
  const nowMs = useNow(MINUTE_MS);
  const spent = useSpentByKey();
  const expired = keys.filter((key) => isExpired(key, nowMs));
  const valid = riskiestFirst(keys.filter((key) => !isExpired(key, nowMs)));
  const unlimited = valid.filter(isUnlimited);
  // Once the last of them has a limit, all are shown again.
  const only = showsUnlimited && unlimited.length > 0;
  const row = (apiKey: ApiKey) => (
    <KeyRow
      key={apiKey.id}
      apiKey={apiKey}
      keys={keys}
      nowMs={nowMs}
      spent={spent && (spent.get(apiKey.id) ?? [])}
      onEdit={(setsLimit) => setEdited({ key: apiKey, setsLimit })}
      onRevoke={() => setRevoking(apiKey)}
    />
  );
  return (
    <Stack gap="xl">
      {valid.length > 0 && (
        <KeyGroup
          id="your-keys"
          title="Your keys"
          label="API keys"
          note={
            <Unlimited
              count={unlimited.length}
              of={valid.length}
              only={only}
              onToggle={() => setShowsUnlimited(!only)}
            />
          }
          keys={only ? unlimited : valid}
          row={row}
        />
      )}
      {expired.length > 0 && (
        <div className={classes.past}>
          <KeyGroup
            id="expired-keys"
            title="Expired"
            label="Expired API keys"
            note={expired.length}
            keys={expired}
            row={row}
          />
        </div>
      )}
      <EditKeyDialog edited={edited} onClose={() => setEdited(undefined)} />
      <RevokeDialog
        apiKey={revoking}
        keys={keys}
        onClose={() => setRevoking(undefined)}
        // The button that had the focus is gone, with the row.
        onRevoked={() => document.querySelector<HTMLElement>('main h1')?.focus()}
      />
    </Stack>
  );
}
