import { Button, Stack } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { formErrors, formText } from '../../data/errors.ts';
import { fragmentToken, returnTo, signingInLink } from '../../data/address.ts';
import { useResetPassword } from '../../data/session.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Narrow, Page } from '../../ui/Page.tsx';
import { ASKING, useOwnMessages } from '../../form/own-messages.ts';
import { NewPasswordInput } from '../../form/NewPasswordInput.tsx';

function NewPasswordForm({ token }: { token: string }) {
  const reset = useResetPassword();
  const [, navigate] = useLocation();
  const search = useSearch();
  const { fields, other } = formErrors(reset.error, ['newPassword']);
  const own = useOwnMessages({ newPassword: ASKING.newPassword });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!own.check(event.currentTarget)) return;
    const newPassword = formText(event.currentTarget, 'newPassword');
    const onSuccess = () => navigate(returnTo(search), { replace: true });
    reset.mutate({ token, newPassword }, { onSuccess });
  };
  return (
    <form onSubmit={submit} onInput={own.onInput} noValidate>
      <Stack>
        {other && <ErrorNotice what="The password was not changed" error={other} />}
        <NewPasswordInput
          label="New password"
          name="newPassword"
          effect="It ends every session of this account, and starts a new one here."
          error={own.messages.newPassword ?? fields.newPassword}
        />
        <Button type="submit" loading={reset.isPending}>
          Set password
        </Button>
      </Stack>
    </form>
  );
}

export default function ResetPassword() {
  const [token] = useState(() => fragmentToken('token', location.hash));
  return (
    <Narrow>
      <Page title="Set a new password">
        {token === undefined ? (
          <Notice tone="warn" title="This link is incomplete">
            <p>
              Open the full link from the operator, or{' '}
              <Link href={signingInLink('/sign-in', location)}>sign in</Link>.
            </p>
          </Notice>
        ) : (
          <Card label="New password">
            <NewPasswordForm token={token} />
          </Card>
        )}
      </Page>
    </Narrow>
  );
}
