import { Button, Stack } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { returnTo, signingInLink } from '../../data/address.ts';
import { serverMode } from '../../data/api.ts';
import { formErrors, formText } from '../../data/errors.ts';
import { useDevSignIn, useUser } from '../../data/session.ts';
import { useOwnMessages } from '../../form/own-messages.ts';
import { PasswordField } from '../../form/PasswordField.tsx';
import { SignInReason } from '../../form/SignInReason.tsx';
import { Card } from '../../ui/Card.tsx';
import { Command } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Narrow, Page } from '../../ui/Page.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { SignInForm } from './SignInForm.tsx';

const LOCAL_NAMES = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Signs the dev account in with the API key that the server printed: only in dev mode, by a local name. */
function DevSignIn() {
  const signIn = useDevSignIn();
  const own = useOwnMessages({ token: 'Paste the key that the server printed.' }, signIn.error);
  if (!serverMode.dev || !LOCAL_NAMES.has(location.hostname)) return null;
  const { fields, other } = formErrors(signIn.error, ['token']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!own.check(event.currentTarget)) return;
    signIn.mutate({ token: formText(event.currentTarget, 'token').trim() });
  };
  return (
    <details>
      <summary style={{ color: 'var(--text-3)' }}>
        <Icon name="right" /> Dev mode: sign in as dev@localhost
      </summary>
      <form onSubmit={submit} onInput={own.onInput} noValidate>
        <Stack>
          {other && <ErrorNotice what="You are not signed in" error={other} />}
          <PasswordField
            label="API key of dev@localhost"
            description="The server printed it when it started."
            name="token"
            autoComplete="off"
            required
            withAsterisk={false}
            error={own.messages.token ?? fields.token}
          />
          <Button variant="default" type="submit" loading={signIn.isPending}>
            Sign in as dev@localhost
          </Button>
        </Stack>
      </form>
    </details>
  );
}

const { name, contactUrl, termsUrl } = serverMode.operator;

/** Whom to ask, as far as the settings say. */
const WhomToAsk = () =>
  contactUrl ? (
    <>
      Write to <VisibleText>{name ?? 'the operator of this marketplace'}</VisibleText> at{' '}
      <a href={contactUrl}>{contactUrl.replace(/^(?:https:\/\/|mailto:)/, '')}</a>
    </>
  ) : (
    <>
      This marketplace lists no contact. Ask{' '}
      <VisibleText>{name ?? 'whoever runs it, or told you about it,'}</VisibleText>
      {termsUrl && (
        <>
          {' '}
          (see its <a href={termsUrl}>terms</a>)
        </>
      )}
    </>
  );

/** The marketplace sends no mail: a person asks its operator. */
const ForgottenPassword = () => (
  <details>
    <summary style={{ fontSize: 'inherit', color: 'inherit' }}>
      <Icon name="right" /> Forgot your password?
    </summary>
    <Stack gap="xs" mt="xs" align="flex-start">
      <p>
        <WhomToAsk /> for a link to set a new one. Name your email address; the link works once,
        within 24 hours.
      </p>
      {/* Whoever has set a contact has customers, and knows the command from the guides. */}
      {!contactUrl && (
        <details>
          <summary>
            <Icon name="right" /> You run this marketplace?
          </summary>
          <p>Make the link on its server:</p>
          <Command>mkt-marketplace users reset --email you@example.com</Command>
        </details>
      )}
    </Stack>
  </details>
);

export default function SignIn() {
  const search = useSearch();
  // Typed on the page for signing up.
  const state = useHistoryState<{ email?: string } | null>();
  // As soon as the session is known, whichever way it began.
  if (useUser()) return <Redirect to={returnTo(search) + location.hash} replace />;
  return (
    <Narrow>
      <Page title="Sign in" intro={<SignInReason verb="Sign in" />}>
        <Stack>
          <Card label="Sign in with a password">
            <SignInForm email={state?.email} />
          </Card>
          {serverMode.signUp === 'open' && (
            <p>
              No account yet? <Link href={signingInLink('/sign-up', location)}>Create account</Link>
            </p>
          )}
          <ForgottenPassword />
          <DevSignIn />
        </Stack>
      </Page>
    </Narrow>
  );
}
