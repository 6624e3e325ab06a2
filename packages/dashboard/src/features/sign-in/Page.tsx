import { Button, Stack } from '@mantine/core';
import { Link, Redirect, useSearch } from 'wouter';
import { returnTo } from '../../data/return-to.ts';
import { serverMode } from '../../data/server-mode.ts';
import { useDevSignIn, useUser } from '../../data/session.ts';
import { shownError } from '../../data/shown-error.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Narrow } from '../../ui/Narrow.tsx';
import { Page } from '../../ui/Page.tsx';
import { SignInForm } from './SignInForm.tsx';

const LOCAL_NAMES = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Signs the dev account in without a password, on the server's own machine. */
function DevSignIn() {
  const signIn = useDevSignIn();
  return (
    <Card title="Dev mode">
      <Stack>
        <p>This server runs with --dev: the account dev@localhost needs no password.</p>
        {signIn.isError && <ErrorNotice error={shownError(signIn.error)} />}
        <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate({})}>
          Sign in as dev@localhost
        </Button>
      </Stack>
    </Card>
  );
}

export default function SignIn() {
  const search = useSearch();
  // As soon as the session is known, whichever way it began.
  if (useUser()) return <Redirect to={returnTo(search) + location.hash} replace />;
  return (
    <Narrow>
      <Page title="Sign in">
        <Stack>
          <Card label="Sign in with a password">
            <SignInForm />
          </Card>
          {serverMode.dev && LOCAL_NAMES.has(location.hostname) && <DevSignIn />}
          <p>
            {serverMode.signUp === 'open' && (
              <>
                No account yet? <Link href="/sign-up">Sign up</Link>.{' '}
              </>
            )}
            Forgotten your password? The operator of this marketplace can give you a link that sets
            a new one.
          </p>
        </Stack>
      </Page>
    </Narrow>
  );
}
