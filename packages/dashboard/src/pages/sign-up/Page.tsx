import { Button, Stack, Text, TextInput } from '@mantine/core';
import { ApiError } from '@mkt/client';
import { type SubmitEvent, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { fragmentToken, hashToReturnWith, returnTo, signingInLink } from '../../data/address.ts';
import { serverMode } from '../../data/api.ts';
import { formErrors, formText } from '../../data/errors.ts';
import { useSignOut, useSignUp, useUser } from '../../data/session.ts';
import { ASKING, useOwnMessages } from '../../form/own-messages.ts';
import { NewPasswordInput } from '../../form/NewPasswordInput.tsx';
import { SignInReason } from '../../form/SignInReason.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Narrow, Page } from '../../ui/Page.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';

const { termsUrl } = serverMode.operator;

const Taken = ({ email }: { email: string | undefined }) => (
  <>
    There is already an account with this address.{' '}
    <Link href={signingInLink('/sign-in', location)} state={{ email }}>
      Sign in instead
    </Link>
    .
  </>
);

interface SignUpFormProps {
  invitation: string | undefined;
  /** Before the request. */
  onStart: () => void;
  onSignedUp: () => void;
}

function SignUpForm({ invitation, onStart, onSignedUp }: SignUpFormProps) {
  const signUp = useSignUp();
  const isTaken = signUp.error instanceof ApiError && signUp.error.type === 'email_taken';
  const { fields, other } = formErrors(isTaken ? null : signUp.error, [
    'name',
    'email',
    'password',
  ]);
  const { name, email, newPassword } = ASKING;
  const own = useOwnMessages({ name, email, password: newPassword }, signUp.error);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!own.check(form)) return;
    onStart();
    signUp.mutate(
      {
        name: formText(form, 'name'),
        email: formText(form, 'email'),
        password: formText(form, 'password'),
        ...(invitation === undefined ? {} : { invitation }),
      },
      {
        onSuccess: onSignedUp,
        onError: () => form.querySelector<HTMLInputElement>('[name=email]')?.focus(),
      },
    );
  };
  return (
    <form onSubmit={submit} onInput={own.onInput} noValidate>
      <Stack>
        {other && <ErrorNotice what="The account was not created" error={other} />}
        <TextInput
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          withAsterisk={false}
          error={own.messages.name ?? fields.name}
        />
        <TextInput
          label="Email address"
          description={invitation && 'The one that the invitation is for.'}
          name="email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          error={
            own.messages.email ??
            fields.email ??
            (isTaken && <Taken email={signUp.variables?.email} />)
          }
        />
        <NewPasswordInput
          label="Password"
          name="password"
          error={own.messages.password ?? fields.password}
        />
        <Button type="submit" loading={signUp.isPending}>
          Create account
        </Button>
        {termsUrl && (
          <Text size="sm" c="dimmed">
            By creating an account you agree to the{' '}
            <a href={termsUrl} target="_blank" rel="noopener noreferrer">
              terms
            </a>
            .
          </Text>
        )}
      </Stack>
    </form>
  );
}

function SignedInAlready({ name }: { name: string }) {
  const signOut = useSignOut();
  return (
    <Notice
      tone="info"
      title={
        <>
          You are signed in as <VisibleText>{name}</VisibleText>
        </>
      }
    >
      <p>Sign out to create another account.</p>
      <Button size="xs" variant="default" mt="xs" onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </Notice>
  );
}

export default function SignUp() {
  const user = useUser();
  const [, navigate] = useLocation();
  const search = useSearch();
  const [invitation] = useState(() => fragmentToken('invitation', location.hash));
  const [isDone, setDone] = useState(false);
  const mayTry = serverMode.signUp === 'open' || (serverMode.signUp === 'invite' && invitation);
  return (
    <Narrow>
      <Page
        title="Create account"
        intro={
          <SignInReason
            verb="Create an account"
            usual={
              invitation === undefined
                ? 'To call and sell services. An account is free and needs no card: what your calls cost is recorded, and no payment is taken.'
                : 'You are invited to this marketplace.'
            }
          />
        }
      >
        <Stack>
          {user && !isDone ? (
            <SignedInAlready name={user.name} />
          ) : mayTry ? (
            <Card label="Your account">
              <SignUpForm
                invitation={invitation}
                onStart={() => setDone(true)}
                onSignedUp={() => {
                  const to = returnTo(search) + hashToReturnWith(location.hash);
                  navigate(to, { replace: true });
                }}
              />
            </Card>
          ) : (
            <Notice tone="info" title="This marketplace is by invitation">
              <p>Its operator can send you a link to sign up with.</p>
            </Notice>
          )}
          <p>
            Have an account already? <Link href={signingInLink('/sign-in', location)}>Sign in</Link>
            .
          </p>
        </Stack>
      </Page>
    </Narrow>
  );
}
