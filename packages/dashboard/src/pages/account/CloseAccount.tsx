import { Button, Stack } from '@mantine/core';
import { LIMITS } from '@mkt/protocol';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ACCOUNT_CLOSED } from '../../data/address.ts';
import { formErrors } from '../../data/errors.ts';
import { useCloseAccount } from '../../data/sessions.ts';
import { ASKING } from '../../form/own-messages.ts';
import { PasswordField } from '../../form/PasswordField.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { CLOSING } from './words.ts';

/** Asks for the password, and says what closing the account does. */
function CloseDialog({
  email,
  opened,
  onClose,
}: {
  email: string;
  opened: boolean;
  onClose: () => void;
}) {
  const [, navigate] = useLocation();
  const close = useCloseAccount(() => navigate('/', { state: ACCOUNT_CLOSED }));
  const { fields, other } = formErrors(close.error, ['currentPassword']);
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wrong = fields.currentPassword;
  useEffect(() => {
    if (wrong !== undefined) field.current?.select();
  }, [wrong]);
  const leave = () => {
    close.reset();
    setPassword('');
    setMissing(false);
    onClose();
  };
  const confirm = () => {
    setMissing(password === '');
    if (password === '') field.current?.focus();
    else close.mutate({ currentPassword: password });
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Close your account for good?"
      confirm="Close account"
      isPending={close.isPending}
      error={other && <ErrorNotice what="The account was not closed" error={other} />}
      onConfirm={confirm}
      onClose={leave}
    >
      <Stack>
        <Stack component="ul" gap="xs" pl="md">
          {CLOSING.map(({ what, happens }) => (
            <li key={what}>
              <strong>{what}</strong> {happens}
            </li>
          ))}
        </Stack>
        <p>This cannot be undone, not even by the operator.</p>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          ref={field}
          label="Your password"
          name="currentPassword"
          autoComplete="current-password"
          maxLength={LIMITS.passwordMaxLength}
          data-autofocus
          value={password}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            setMissing(false);
          }}
          error={isMissing ? ASKING.currentPassword : wrong}
        />
      </Stack>
    </ConfirmDialog>
  );
}

/** The end of the page, and of the account. */
export function CloseAccount({ email }: { email: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card label="Close account">
      <Stack gap="sm" align="flex-start">
        <p>Download your data first: once the account is closed, nobody can do so.</p>
        <Button variant="default" onClick={() => setAsking(true)}>
          Close account…
        </Button>
      </Stack>
      <CloseDialog email={email} opened={isAsking} onClose={() => setAsking(false)} />
    </Card>
  );
}
