import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { LIMITS } from '@mkt/protocol';
import type { SubmitEvent } from 'react';
import { formErrors } from '../../data/form-errors.ts';
import { formText } from '../../data/form-text.ts';
import { useChangePassword } from '../../data/sessions.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { NewPasswordInput } from '../../form/NewPasswordInput.tsx';
import { Notice } from '../../ui/Notice-ui-Notice.tsx';

/** Changes the password. */
export function PasswordForm({ email }: { email: string }) {
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
