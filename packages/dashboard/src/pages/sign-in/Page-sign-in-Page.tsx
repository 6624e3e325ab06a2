import { Stack } from '@mantine/core';
import { Link, Redirect, useSearch } from 'wouter';
import { returnTo } from '../../data/address.ts';
import { serverMode } from '../../data/server-mode.ts';
import { useUser } from '../../data/session.ts';
import { Card } from '../../ui/Card.tsx';
import { Narrow } from '../../ui/Narrow.tsx';
import { Page } from '../../ui/Page.tsx';
import { DevSignIn } from './Page.tsx';
import { SignInForm } from './SignInForm.tsx';

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
          <DevSignIn />
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
