import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { Profile } from '@mkt/client';
import { LIMITS, type ListedSession } from '@mkt/protocol';
import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Link } from 'wouter';
import { formErrors, formText, shownError } from '../../data/errors.ts';
import { profileQuery, useReplaceProfile } from '../../data/sellers.ts';
import { useUser } from '../../data/session.ts';
import {
  sessionsQuery,
  useChangePassword,
  useEndOtherSessions,
  useEndSession,
} from '../../data/sessions.ts';
import { NewPasswordInput } from '../../form/NewPasswordInput.tsx';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { browserName } from './words.ts';

const LINKS = [
  {
    name: 'website',
    label: 'Website',
    description: 'Links begin with https://; anyone can open them.',
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

function Form({ profile }: { profile: Profile }) {
  const replace = useReplaceProfile();
  const { fields, other } = formErrors(replace.error, NAMES);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: (typeof NAMES)[number]) => formText(form, name).trim() || null;
    replace.mutate({
      name: formText(form, 'name'),
      website: text('website'),
      contact: text('contact'),
      termsUrl: text('termsUrl'),
      documentationUrl: text('documentationUrl'),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="30rem">
        {replace.isSuccess && (
          <Notice tone="ok" title="Profile saved">
            <p>Your listings show it now.</p>
          </Notice>
        )}
        {other && <ErrorNotice what="The profile was not saved" error={other} />}
        <TextInput
          label="Seller name"
          description="Shown on all of your listings; it need not be your own name."
          name="name"
          defaultValue={profile.name}
          maxLength={80}
          required
          withAsterisk={false}
          error={fields.name}
        />
        {LINKS.map(({ name, label, description }) => (
          <TextInput
            key={name}
            label={label}
            description={description}
            name={name}
            defaultValue={profile[name] ?? ''}
            maxLength={500}
            error={fields[name]}
          />
        ))}
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
  const { data: profile, error, refetch } = useQuery(profileQuery);
  return (
    <Card
      title="Seller profile"
      aside={profile && <Link href={`/sellers/${profile.sellerId}`}>As buyers see it</Link>}
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

function Session({ session }: { session: ListedSession }) {
  const end = useEndSession();
  const { id, userAgent, ipAddress, createdAt, expiresAt, current } = session;
  const name = browserName(userAgent);
  return (
    <li>
      <div>
        <div className={classes.name} title={userAgent ?? undefined}>
          <VisibleText>{name}</VisibleText>
          {current && <span> This browser</span>}
        </div>
        <p>
          {ipAddress && <code>{ipAddress}</code>} Signed in <RelativeTime at={createdAt} />, ends{' '}
          <RelativeTime at={expiresAt} /> unless it is used
        </p>
        {end.isError && (
          <ErrorNotice what="The session was not ended" error={shownError(end.error)} />
        )}
      </div>
      {!current && (
        <Button
          size="xs"
          variant="default"
          loading={end.isPending}
          aria-label={`End the session of ${name}`}
          onClick={() => end.mutate(id)}
        >
          End
        </Button>
      )}
    </li>
  );
}

/** The browsers in which the person is signed in. */
function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  return (
    <Card
      title="Sessions"
      aside={
        hasOthers && (
          <Button
            size="xs"
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            End all others
          </Button>
        )
      }
      flush
    >
      {endOthers.isError && (
        <ErrorNotice what="The sessions were not ended" error={shownError(endOthers.error)} />
      )}
      {sessions.isPending && <PageSkeleton />}
      {sessions.isError && (
        <ErrorNotice
          what="Your sessions could not be loaded"
          error={shownError(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <ul className={classes.sessions}>
        {sessions.data?.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

/** Changes the password. */
function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword();
  const { fields, other } = formErrors(change.error, ['currentPassword', 'newPassword']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = {
      currentPassword: formText(form, 'currentPassword'),
      newPassword: formText(form, 'newPassword'),
    };
    change.mutate(body, { onSuccess: () => form.reset() });
  };
  return (
    <Card title="Password">
      <form onSubmit={submit}>
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
          <PasswordInput
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            maxLength={LIMITS.passwordMaxLength}
            required
            withAsterisk={false}
            error={fields.currentPassword}
          />
          <NewPasswordInput
            label="New password"
            name="newPassword"
            effect="All other sessions will be ended."
            error={fields.newPassword}
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

/** Who is signed in, how, and where. */
export default function Account() {
  const user = useUser();
  if (!user) return null;
  return (
    <Page title="Account">
      <Stack gap="lg">
        <Card title="Person">
          <Facts>
            <Fact name="Name">
              <VisibleText>{user.name}</VisibleText>
            </Fact>
            <Fact name="E-mail address">
              <VisibleText>{user.email}</VisibleText>
            </Fact>
          </Facts>
        </Card>
        <ProfileForm />
        <Sessions />
        <PasswordForm email={user.email} />
      </Stack>
    </Page>
  );
}
