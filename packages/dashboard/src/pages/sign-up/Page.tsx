import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { fragmentToken } from '../../data/fragment-token.ts';
import { serverMode } from '../../data/server-mode.ts';
import { useSignOut, useUser } from '../../data/session.ts';
import { Card } from '../../ui/Card.tsx';
import { Narrow } from '../../ui/Narrow.tsx';
import { Notice } from '../../ui/Notice-ui-Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { SignUpForm } from './SignUpForm.tsx';

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
  const [invitation] = useState(() => fragmentToken('invitation', location.hash));
  const [isDone, setDone] = useState(false);
  const mayTry = serverMode.signUp === 'open' || (serverMode.signUp === 'invite' && invitation);
  return (
    <Narrow>
      <Page title="Sign up" intro={invitation && 'You are invited to this marketplace.'}>
        <Stack>
          {user && !isDone ? (
            <SignedInAlready name={user.name} />
          ) : mayTry ? (
            <Card label="Your account">
              <SignUpForm
                invitation={invitation}
                onStart={() => setDone(true)}
                onSignedUp={() => navigate('/', { replace: true })}
              />
            </Card>
          ) : (
            <Notice tone="info" title="This marketplace is by invitation">
              <p>Its operator can send you a link to sign up with.</p>
            </Notice>
          )}
          <p>
            Have an account already? <Link href="/sign-in">Sign in</Link>.
          </p>
        </Stack>
      </Page>
    </Narrow>
  );
}
