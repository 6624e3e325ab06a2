import { Button, Group, Select, TextInput } from '@mantine/core';
import type { AuditEntry } from '@mkt/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { auditQuery } from '../../data/audit.ts';
import { shownError } from '../../data/errors.ts';
import { apiKeysQuery } from '../../data/keys.ts';
import { useOwnNames } from '../../data/listings.ts';
import { sessionsQuery } from '../../data/sessions.ts';
import { useWebhookUrls } from '../../data/webhooks.ts';
import { DataTable, PhoneEntry, type Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { dateOf } from '../../ui/text.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleString } from '../../ui/visible-text.ts';
import classes from './page.module.css';
import {
  type AuditRow,
  auditRows,
  browserOf,
  eventOf,
  filterOf,
  KINDS,
  pageOf,
  PEOPLE,
  readShown,
  type Shown,
  webhookName,
  writeShown,
} from './words.ts';

/** A key, by its name and the end of it. */
function Named({ name, lastFour }: { name: string; lastFour: string | null }) {
  return (
    <>
      <VisibleText>{name}</VisibleText>
      {lastFour !== null && <code className={classes.lastFour}>…{lastFour}</code>}
    </>
  );
}

function Browser({ id }: { id: string | null }) {
  const { data } = useQuery(sessionsQuery);
  return <VisibleText>{browserOf(id, data ?? [])}</VisibleText>;
}

/** Who did it, with what else they did: also a key that was revoked. */
function Who({ entry, folded }: AuditRow) {
  const { kind, id, name, lastFour } = entry.actor;
  if (kind === 'operator') return 'The operator';
  const known = name === null ? 'A key' : <Named name={name} lastFour={lastFour} />;
  // Each time that someone signs in is a session of its own.
  const areSeveral = folded?.some(({ actor }) => actor.id !== id) ?? false;
  return (
    <Link href={`/audit?actor=${areSeveral ? kind : id}`}>
      {kind === 'session' ? <Browser id={id} /> : <>Key {known}</>}
    </Link>
  );
}

function WebhookName(subject: AuditEntry['subject']) {
  const urls = useWebhookUrls();
  return <VisibleText>{webhookName(subject, urls)}</VisibleText>;
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { name, lastFour } = entry.subject;
  const page = pageOf(entry);
  const shown = entry.action.startsWith('webhook.') ? (
    <WebhookName {...entry.subject} />
  ) : (
    <Named name={name ?? ''} lastFour={lastFour} />
  );
  return page === undefined ? shown : <Link href={page}>{shown}</Link>;
}

/** What was done, to what, and how often. */
function What({ entry, folded, isOpen = false, isInside }: AuditRow, toggle: Toggle) {
  const { reason, subject } = entry;
  return (
    <span className={isInside ? classes.inside : undefined}>
      {eventOf(entry)}
      {subject.name !== null && (
        <>
          {': '}
          <Subject entry={entry} />
        </>
      )}
      {folded && (
        <>
          {', '}
          <button
            type="button"
            className="link-button"
            aria-expanded={isOpen}
            onClick={() => toggle(folded, isOpen)}
          >
            {folded.length} times <Icon name="right" />
          </button>
        </>
      )}
      {reason !== null && (
        <span className={classes.reason}>
          <VisibleText>{reason}</VisibleText>
        </span>
      )}
    </span>
  );
}

type Toggle = (folded: readonly AuditEntry[], isOpen: boolean) => void;

const columnsOf = (toggle: Toggle): readonly Column<AuditRow>[] => [
  {
    head: 'When (UTC)',
    width: '8.5rem',
    cell: ({ entry }) => <RelativeTime at={entry.at} inUtcColumn />,
  },
  { head: 'Event', width: 'minmax(0, 2fr)', cell: (row) => What(row, toggle) },
  { head: 'Who', cell: Who },
];

/** What is open has the newest entry once more below it. */
const rowKey = ({ entry: { id }, folded }: AuditRow) => (folded ? `${id} and others` : id);

const INTRO =
  'Who signed in, and who changed keys, listings and webhooks, of the last 400 days. IP addresses are not part of it: those of your sessions are under Account.';

interface FilterProps {
  shown: Shown;
  entries: readonly AuditEntry[];
  onChange: (changes: Shown) => void;
}

interface Option {
  value: string;
  label: string;
}

/** With what the URL selects, which may be gone; then the entries know its name. */
const including = (options: readonly Option[], selected: string | undefined, name: string) =>
  selected === undefined || options.some(({ value }) => value === selected)
    ? options
    : [...options, { value: selected, label: name }];

/** Browsers write the days in their inputs each in its own way, and the empty ones too. */
const dayOf = (day: string | undefined) => (day === undefined ? 'any day' : dateOf(day));

/** Narrows the list to who, what and when. */
function Filters({ shown, entries, onChange }: FilterProps) {
  const keys = useQuery(apiKeysQuery).data ?? [];
  const sessions = useQuery(sessionsQuery).data ?? [];
  const listings = useOwnNames();
  const urls = useWebhookUrls();
  const keyOptions = keys.map(({ id, name, lastFour }) => ({
    value: id,
    label: visibleString(`Key ${name} …${lastFour}`),
  }));
  const { actor: by, subject: of } = shown;
  const actor = entries.find((each) => each.actor.id === by)?.actor;
  const subject = entries.find((each) => each.subject.id === of)?.subject;
  const keyName = actor?.kind === 'key' ? `Key ${actor.name ?? ''}` : undefined;
  const who = including(
    [...PEOPLE, ...keyOptions],
    by,
    visibleString(keyName ?? browserOf(by ?? null, sessions)),
  );
  const items = including(
    [
      ...keyOptions,
      ...[...listings].map(([id, { title }]) => ({ value: id, label: visibleString(title) })),
      ...[...(urls ?? [])].map(([id, url]) => ({ value: id, label: visibleString(url) })),
    ],
    of,
    visibleString(subject?.name ?? 'One item'),
  );
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const count = Object.values(shown).filter((value) => value !== undefined).length;
  const control = { size: 'xs', flex: '1 1 9rem' } as const;
  const select = { ...control, clearable: true, searchable: true } as const;
  return (
    <>
      {isPhone && (
        <Button
          variant="default"
          fullWidth
          mb="sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      )}
      {(!isPhone || isOpen) && (
        <Group gap="xs" mb="sm">
          <Select
            {...control}
            clearable
            aria-label="Show"
            data={KINDS}
            value={shown.kind ?? null}
            placeholder="Everything"
            onChange={(kind) => onChange({ kind: kind ?? undefined })}
          />
          <Select
            {...select}
            aria-label="Who"
            data={who}
            value={by ?? null}
            placeholder="Anyone"
            onChange={(next) => onChange({ actor: next ?? undefined })}
          />
          <Select
            {...select}
            aria-label="Item"
            data={items}
            value={of ?? null}
            placeholder="Any item"
            onChange={(next) => onChange({ subject: next ?? undefined })}
          />
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              {...control}
              type="date"
              className={classes.day}
              aria-label={end === 'from' ? 'From' : 'To'}
              leftSection={
                <span className={classes.shownDay}>
                  {end === 'from' ? 'From' : 'To'}{' '}
                  <span aria-hidden="true">{dayOf(shown[end])}</span>
                </span>
              }
              leftSectionWidth="3rem"
              leftSectionPointerEvents="none"
              value={shown[end] ?? ''}
              onChange={({ currentTarget }) =>
                onChange({ [end]: currentTarget.value || undefined })
              }
            />
          ))}
        </Group>
      )}
    </>
  );
}

/** Who did what to the account. */
export default function Audit() {
  const [params, setParams] = useSearchParams();
  const shown = readShown(params);
  const isFiltered = Object.values(shown).some((value) => value !== undefined);
  const { data, error, isError, hasNextPage, isFetching, fetchNextPage, refetch } =
    useInfiniteQuery(auditQuery(filterOf(shown)));
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const sessions = useQuery(sessionsQuery).data;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () => data && auditRows(data, sessions ?? [], opened),
    [data, sessions, opened],
  );
  const toggle: Toggle = useCallback((folded, isOpen) => {
    const ids = new Set(folded.map(({ id }) => id));
    setOpened(
      (before) => new Set(isOpen ? [...before].filter((id) => !ids.has(id)) : [...before, ...ids]),
    );
  }, []);
  const columns = useMemo(() => columnsOf(toggle), [toggle]);
  return (
    <Page title="Audit log" intro={INTRO}>
      <Filters
        shown={shown}
        entries={data ?? []}
        onChange={(changes) => setParams(writeShown({ ...shown, ...changes }), { replace: true })}
      />
      {(data || !isError) && (
        <DataTable
          label="Audit log, newest first"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          renderEntry={(row) => (
            <PhoneEntry
              title={What(row, toggle)}
              end={<RelativeTime at={row.entry.at} />}
              state={<span>{Who(row)}</span>}
              stateEnd={null}
            />
          )}
          onEnd={loadMore}
          empty={
            isFiltered ? (
              <EmptyState
                title="Nothing found"
                action={
                  <Button variant="default" onClick={() => setParams({}, { replace: true })}>
                    Show everything
                  </Button>
                }
              >
                In the last 400 days, nothing that was done to your account meets these filters.
              </EmptyState>
            ) : (
              <EmptyState
                title="Nothing yet"
                action={
                  <Button variant="default" component={Link} href="/account">
                    Open your account
                  </Button>
                }
              >
                Signing in, and each change to keys, listings and webhooks, will appear here.
              </EmptyState>
            )
          }
        />
      )}
      {isError && (
        <ErrorNotice
          what="The audit log could not be loaded"
          error={shownError(error)}
          onRetry={() => void (data ? fetchNextPage() : refetch())}
        >
          It is still being written; only this list is missing.
        </ErrorNotice>
      )}
    </Page>
  );
}
