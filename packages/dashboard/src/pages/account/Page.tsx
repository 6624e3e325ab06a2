import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { Profile } from '@mkt/client';
import { LIMITS, type User } from '@mkt/protocol';
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { serverMode } from '../../data/api.ts';
import { formErrors, formText, shownError } from '../../data/errors.ts';
import { useExport } from '../../data/export.ts';
import { useProfile, useReplaceProfile } from '../../data/sellers.ts';
import { useUser } from '../../data/session.ts';
import { useChangePassword, useUpdateUser } from '../../data/sessions.ts';
import { ASKING, useOwnMessages } from '../../form/own-messages.ts';
import { NewPasswordInput } from '../../form/NewPasswordInput.tsx';
import { PasswordField } from '../../form/PasswordField.tsx';
import { Card } from '../../ui/Card.tsx';
import { Command } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { isUnnamed, madeName, NAME_FIELD } from '../../ui/seller-name.ts';
import { CloseAccount } from './CloseAccount.tsx';
import { SessionsAndDevices } from './SessionsAndDevices.tsx';
import classes from './page.module.css';

const LINKS = [
  {
    name: 'website',
    label: 'Website',
    description: 'Must start with https://. Anyone can see it.',
  },
  {
    name: 'contact',
    label: 'Contact',
    description: 'Where buyers reach you, such as a form on your site.',
  },
  { name: 'termsUrl', label: 'Terms', description: undefined },
  { name: 'documentationUrl', label: 'Documentation', description: undefined },
] as const;
const NAMES = ['name', ...LINKS.map(({ name }) => name)] as const;
/** All of them may be empty. */
const ASKING_LINKS = { website: '', contact: '', termsUrl: '', documentationUrl: '' };

function Form({ profile }: { profile: Profile }) {
  const replace = useReplaceProfile();
  const { fields, other } = formErrors(replace.error, NAMES);
  const own = useOwnMessages(ASKING_LINKS, replace.error);
  const seller = { id: profile.sellerId, name: profile.name };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!own.check(form)) return;
    const text = (name: (typeof NAMES)[number]) => formText(form, name).trim() || null;
    replace.mutate({
      name: text('name') ?? madeName(seller),
      website: text('website'),
      contact: text('contact'),
      termsUrl: text('termsUrl'),
      documentationUrl: text('documentationUrl'),
    });
  };
  return (
    <form onSubmit={submit} onInput={own.onInput} noValidate>
      <Stack>
        {replace.isSuccess && (
          <Notice tone="ok" title="Profile saved">
            <p>Your listings show it now.</p>
          </Notice>
        )}
        {other && <ErrorNotice what="The profile was not saved" error={other} />}
        <TextInput
          {...NAME_FIELD}
          maw="30rem"
          name="name"
          defaultValue={isUnnamed(seller) ? '' : profile.name}
          error={fields.name}
        />
        <div className={classes.fields}>
          {LINKS.map(({ name, label, description }) => (
            <TextInput
              key={name}
              label={label}
              description={description}
              name={name}
              defaultValue={profile[name] ?? ''}
              title="Enter an address that starts with https://, such as https://example.com."
              pattern={String.raw`\s*[hH][tT]{2}[pP][sS]://\S+\s*`}
              maxLength={500}
              error={own.messages[name] ?? fields[name]}
            />
          ))}
        </div>
        <Group>
          <Button type="submit" variant="default" loading={replace.isPending}>
            Save profile
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What buyers see of the account as a seller. */
function ProfileForm() {
  const { data: profile, error, refetch } = useProfile();
  return (
    <Card
      label="Seller profile"
      foot={profile && <Link href={`/sellers/${profile.sellerId}`}>View your seller page</Link>}
    >
      {profile ? (
        <Form profile={profile} />
      ) : error ? (
        <ErrorNotice
          what="Your profile could not be loaded"
          error={shownError(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <PageSkeleton />
      )}
    </Card>
  );
}

const COUNT = new Intl.NumberFormat('en-US');

/** Downloads what belongs to the account. */
function Export() {
  const { mutate, stop, progress, isPending, isError, error } = useExport();
  const start = () => mutate(`mkt-account-${new Date().toISOString().slice(0, 10)}.json`);
  return (
    <Card label="Your data">
      <Stack gap="sm" align="flex-start">
        <p>
          Profile, keys, webhooks, listings, orders, sales and audit log, as{' '}
          <a href="/docs/api">the API</a> returns them.
        </p>
        {isError && <ErrorNotice what="The file was not made" error={shownError(error)} />}
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            loading={isPending}
            onClick={start}
          >
            Download everything
          </Button>
          {isPending && (
            <Button variant="subtle" onClick={stop}>
              Stop
            </Button>
          )}
          <span role="status" className={classes.progress}>
            {progress && `Reading ${progress.name}: ${COUNT.format(progress.count)} so far`}
          </span>
        </Group>
      </Stack>
    </Card>
  );
}

/** Changes the name and the email address; another address needs the password. */
function PersonForm({ user }: { user: User }) {
  const update = useUpdateUser();
  const [email, setEmail] = useState(user.email);
  const names = ['name', 'email', 'currentPassword'] as const;
  const { fields, other } = formErrors(update.error, names);
  const own = useOwnMessages(
    {
      name: ASKING.name,
      email: ASKING.email,
      currentPassword: ASKING.currentPassword,
    },
    update.error,
  );
  const isOther = email.trim().toLowerCase() !== user.email;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!own.check(form)) return;
    const body = {
      name: formText(form, 'name').trim(),
      ...(isOther
        ? { email: email.trim(), currentPassword: formText(form, 'currentPassword') }
        : {}),
    };
    update.mutate(body, { onSuccess: ({ user: { email: saved } }) => setEmail(saved) });
  };
  return (
    <Card label="You">
      <form onSubmit={submit} onInput={own.onInput} noValidate>
        <Stack maw="24rem">
          {update.isSuccess && (
            <Notice tone="ok" title="Saved">
              <p>
                You sign in with <VisibleText>{user.email}</VisibleText>.
              </p>
            </Notice>
          )}
          {other && <ErrorNotice what="Nothing was changed" error={other} />}
          <TextInput
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={user.name}
            maxLength={100}
            required
            withAsterisk={false}
            error={own.messages.name ?? fields.name}
          />
          <TextInput
            label="Email address"
            description="You sign in with it. We never send mail to it."
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            required
            withAsterisk={false}
            error={own.messages.email ?? fields.email}
          />
          {isOther && (
            <PasswordField
              label="Your password"
              description="It confirms the new address."
              name="currentPassword"
              autoComplete="current-password"
              maxLength={LIMITS.passwordMaxLength}
              required
              withAsterisk={false}
              error={own.messages.currentPassword ?? fields.currentPassword}
            />
          )}
          <Group>
            <Button type="submit" variant="default" loading={update.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

/** Changes the password. */
function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword();
  const { fields, other } = formErrors(change.error, ['currentPassword', 'newPassword']);
  const { currentPassword, newPassword } = ASKING;
  const own = useOwnMessages({ currentPassword, newPassword }, change.error);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!own.check(form)) return;
    const body = {
      currentPassword: formText(form, 'currentPassword'),
      newPassword: formText(form, 'newPassword'),
    };
    change.mutate(body, { onSuccess: () => form.reset() });
  };
  return (
    <Card label="Password">
      <form onSubmit={submit} onInput={own.onInput} noValidate>
        <Stack maw="24rem">
          {change.isSuccess && (
            <Notice tone="ok" title="Password changed">
              <p>All other sessions were ended.</p>
            </Notice>
          )}
          {other && <ErrorNotice what="The password was not changed" error={other} />}
          {/* Tells password managers whose password it is. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={email}
            readOnly
            hidden
          />
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            maxLength={LIMITS.passwordMaxLength}
            required
            withAsterisk={false}
            error={own.messages.currentPassword ?? fields.currentPassword}
          />
          <NewPasswordInput
            label="New password"
            name="newPassword"
            error={own.messages.newPassword ?? fields.newPassword}
          />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

const BY_SIGN_UP = {
  open: {
    says: 'Anyone can sign up here: send them this address.',
    address: `${location.origin}/sign-up`,
  },
  invite: {
    says: 'Only the operator of this marketplace can invite people. Tell them the email address of the person you want to invite.',
    address: undefined,
  },
  closed: {
    says: 'This marketplace does not accept new accounts at the moment.',
    address: undefined,
  },
} as const;

/** How other people get an account. */
function Invitations() {
  const { says, address } = BY_SIGN_UP[serverMode.signUp];
  return (
    <Card label="Invitations">
      <Stack gap="sm" align="flex-start">
        <p>{says}</p>
        {address && <Command>{address}</Command>}
      </Stack>
    </Card>
  );
}

/** Who can see the name and the email address: a name may be that of the seller too, which is public. */
function WhoSees({ user }: { user: User }) {
  const { data: profile } = useProfile();
  return profile?.name === user.name
    ? 'Your name is public: it is also your seller name. Only the operator of this marketplace can see your email address.'
    : 'Only the operator of this marketplace can see your name and email address.';
}

/** What the index lists, each with a place in the address. */
const sectionsOf = (
  user: User,
): readonly { id: string; title: string; says: ReactNode; content: ReactNode }[] => [
  {
    id: 'you',
    title: 'You',
    says: <WhoSees user={user} />,
    content: <PersonForm user={user} />,
  },
  {
    id: 'password',
    title: 'Password',
    says: 'Changing it ends all other sessions. Keys and devices stay.',
    content: <PasswordForm email={user.email} />,
  },
  {
    id: 'sessions',
    title: 'Sessions and devices',
    says: (
      <>
        Where you are signed in, and which machines have a key. The{' '}
        <Link href="/audit">audit log</Link> says what was done there.
      </>
    ),
    content: <SessionsAndDevices />,
  },
  {
    id: 'profile',
    title: 'Seller profile',
    says: 'What buyers see on your listings.',
    content: <ProfileForm />,
  },
  {
    id: 'invitations',
    title: 'Invitations',
    says: 'How other people can join this marketplace.',
    content: <Invitations />,
  },
  {
    id: 'data',
    title: 'Your data',
    says: 'Everything that belongs to the account, in one file without secrets.',
    content: <Export />,
  },
  {
    id: 'close',
    title: 'Close account',
    says: 'Ends your keys, listings and sessions, and erases who you are. It is final.',
    content: <CloseAccount email={user.email} />,
  },
];

/** Goes to the section that the address names, when the page is opened: before that it was not there. */
function useSectionOfAddress() {
  useEffect(() => {
    const heading = document.getElementById(location.hash.slice(1));
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  }, []);
}

/**
 * The section that is read: the last whose heading is in the upper third of the window. At the end of the page
 * it may be one that cannot get there: the one that the address names, or else the last.
 */
function useSectionInView(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const all = ids.join(' ');
  useEffect(() => {
    const find = () => {
      const { innerHeight, scrollY } = window;
      const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? 0;
      const known = all.split(' ');
      const asked = location.hash.slice(1);
      const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      const isAskedInView = known.includes(asked) && topOf(asked) >= 0;
      const atEnd = isAskedInView ? asked : known.at(-1);
      const read = known.findLast((id) => topOf(id) < innerHeight / 3);
      setCurrent(scrollY > 0 && isEnd ? atEnd : (read ?? known[0]));
    };
    find();
    addEventListener('scroll', find, { passive: true });
    addEventListener('hashchange', find);
    return () => {
      removeEventListener('scroll', find);
      removeEventListener('hashchange', find);
    };
  }, [all]);
  return current;
}

/** Who is signed in, how, and where; and what belongs to the account. */
export default function Account() {
  const user = useUser();
  useSectionOfAddress();
  const sections = user ? sectionsOf(user) : [];
  const current = useSectionInView(sections.map(({ id }) => id));
  if (!user) return null;
  return (
    <Page title="Account">
      <div className={classes.columns}>
        <nav className={classes.index} aria-label="On this page">
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`} aria-current={id === current || undefined}>
              {title}
            </a>
          ))}
        </nav>
        <div className={classes.sections}>
          {sections.map(({ id, title, says, content }) => (
            <Stack key={id} gap="sm">
              <div className={classes.about}>
                <h2 id={id} tabIndex={-1}>
                  {title}
                </h2>
                <p>{says}</p>
              </div>
              {content}
            </Stack>
          ))}
        </div>
      </div>
    </Page>
  );
}
