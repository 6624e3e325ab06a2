import { Button, PasswordInput, Stack } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { formErrors } from '../../data/form-errors.ts';
import { formText } from '../../data/form-text.ts';
import { serverMode } from '../../data/server-mode.ts';
import { useDevSignIn } from '../../data/session.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';

const LOCAL_NAMES = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Signs the dev account in with the API key that the server printed: only in dev mode, by a local name. */
export function DevSignIn() {
  const signIn = useDevSignIn();
  if (!serverMode.dev || !LOCAL_NAMES.has(location.hostname)) return null;
  const { fields, other } = formErrors(signIn.error, ['token']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    signIn.mutate({ token: formText(event.currentTarget, 'token').trim() });
  };
  return (
    <Card title="Dev mode">
      <form onSubmit={submit}>
        <Stack>
          {other && <ErrorNotice what="You are not signed in" error={other} />}
          <PasswordInput
            label="API key of dev@localhost"
            description="The server printed it when it started, and keeps it in the file dev-key of its data folder."
            name="token"
            autoComplete="off"
            required
            withAsterisk={false}
            error={fields.token}
          />
          <Button variant="default" type="submit" loading={signIn.isPending}>
            Sign in as dev@localhost
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
