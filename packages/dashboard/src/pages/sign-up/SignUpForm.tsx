import { Button, Stack, TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { formErrors } from '../../data/form-errors.ts';
import { formText } from '../../data/form-text.ts';
import { useSignUp } from '../../data/session.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { NewPasswordInput } from '../../form/NewPasswordInput.tsx';

interface SignUpFormProps {
  invitation: string | undefined;
  /** Before the request. */
  onStart: () => void;
  onSignedUp: () => void;
}

export function SignUpForm({ invitation, onStart, onSignedUp }: SignUpFormProps) {
  const signUp = useSignUp();
  const { fields, other } = formErrors(signUp.error, ['name', 'email', 'password']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    onStart();
    signUp.mutate(
      {
        name: formText(form, 'name'),
        email: formText(form, 'email'),
        password: formText(form, 'password'),
        ...(invitation === undefined ? {} : { invitation }),
      },
      { onSuccess: onSignedUp },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {other && <ErrorNotice what="The account was not created" error={other} />}
        <TextInput
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          withAsterisk={false}
          error={fields.name}
        />
        <TextInput
          label="E-mail address"
          description={invitation && 'The one that the invitation is for.'}
          name="email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          error={fields.email}
        />
        <NewPasswordInput label="Password" name="password" error={fields.password} />
        <Button type="submit" loading={signUp.isPending}>
          Create account
        </Button>
      </Stack>
    </form>
  );
}
