import { Button, Stack, TextInput } from '@mantine/core';
import { AuthenticationError } from '@mkt/client';
import type { SubmitEvent } from 'react';
import { formErrors, formText } from '../../data/errors.ts';
import { useSignIn } from '../../data/session.ts';
import { ASKING, useOwnMessages } from '../../form/own-messages.ts';
import { PasswordField } from '../../form/PasswordField.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';

interface SignInFormProps {
  /** Who signs in again. */
  email?: string;
  onSignedIn?: () => void;
}

/** Signs in with email address and password. */
export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const signIn = useSignIn();
  const wrong = signIn.error instanceof AuthenticationError ? signIn.error.reason : undefined;
  const errors = formErrors(wrong === undefined ? signIn.error : null, ['email', 'password']);
  const { email: noEmail, password: noPassword } = ASKING;
  const own = useOwnMessages({ email: noEmail, password: noPassword }, signIn.error);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!own.check(form)) return;
    const body = { email: formText(form, 'email'), password: formText(form, 'password') };
    signIn.mutate(body, {
      onSuccess: onSignedIn,
      onError: () => form.querySelector<HTMLInputElement>('[name=password]')?.select(),
    });
  };
  return (
    <form onSubmit={submit} onInput={own.onInput} noValidate>
      <Stack>
        {errors.other && <ErrorNotice what="You are not signed in" error={errors.other} />}
        <TextInput
          label="Email address"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          required
          withAsterisk={false}
          error={own.messages.email ?? errors.fields.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          // In the dialog, a person who signs in again only types the password.
          data-autofocus={email !== undefined || undefined}
          required
          withAsterisk={false}
          error={own.messages.password ?? errors.fields.password ?? wrong}
        />
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
