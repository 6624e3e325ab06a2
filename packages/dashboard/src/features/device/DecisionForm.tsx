import type { KeyScope } from '@mkt/client';
import { Button, Group, Select, Stack } from '@mantine/core';
import type { DeviceLogin } from '@mkt/protocol';
import { useState, type SubmitEvent } from 'react';
import { useApproveDeviceLogin, useDenyDeviceLogin } from '../../data/device-logins.ts';
import { formErrors } from '../../data/form-errors.ts';
import { DEFAULT_LIFETIME, expiryOf, LIFETIMES } from '../../data/key-lifetime.ts';
import { EVERY_SCOPE, SCOPE_CHOICES } from '../../data/scope-words.ts';
import { Card } from '../../ui/Card.tsx';
import { Choices } from '../../ui/Choices.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Applicant } from './Applicant.tsx';
import type { Decision } from './DecisionResult.tsx';

interface DecisionFormProps {
  login: DeviceLogin;
  onDecided: (decision: Decision) => void;
}

/** What the person may choose from: never more than the program asks for. */
function choicesAmong(asked: readonly KeyScope[]) {
  if (asked.includes('*')) return { groups: SCOPE_CHOICES, all: EVERY_SCOPE };
  const groups = SCOPE_CHOICES.map(({ label, choices }) => ({
    label,
    choices: choices.filter(({ value }) => asked.includes(value)),
  }));
  return { groups: groups.filter(({ choices }) => choices.length > 0) };
}

/** Shows who asks for which permissions; the person can allow all or some of them. */
export function DecisionForm({ login, onDecided }: DecisionFormProps) {
  const { userCode, program, scopes: asked } = login;
  const approve = useApproveDeviceLogin();
  const deny = useDenyDeviceLogin();
  const [scopes, setScopes] = useState<KeyScope[]>([...asked]);
  const [lifetime, setLifetime] = useState<string>(DEFAULT_LIFETIME);
  const { fields, other } = formErrors(approve.error ?? deny.error, ['scopes', 'expiresAt']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    deny.reset();
    const body = { userCode, scopes, expiresAt: expiryOf(lifetime, Date.now()) };
    approve.mutate(body, { onSuccess: () => onDecided({ isAllowed: true, program }) });
  };
  const refuse = () => {
    approve.reset();
    deny.mutate(userCode, { onSuccess: () => onDecided({ isAllowed: false, program }) });
  };
  return (
    <Stack>
      <Notice tone="warn" title="Did you start this program yourself, just now?">
        <p>
          Compare the code with the one in your terminal. If someone sent you the code or this link,
          deny it: they would act for your account.
        </p>
      </Notice>
      <Card title={userCode}>
        <form onSubmit={submit}>
          <Stack>
            <Applicant login={login} />
            {other && <ErrorNotice what="Your decision was not saved" error={other} />}
            <Choices
              label="Permissions"
              description="What the program asks for. You can allow less."
              {...choicesAmong(asked)}
              value={scopes}
              onChange={setScopes}
              error={fields.scopes}
            />
            <Select
              label="Expires"
              data={LIFETIMES}
              value={lifetime}
              onChange={(value) => setLifetime(value ?? lifetime)}
              allowDeselect={false}
              error={fields.expiresAt}
            />
            <Group gap="xs">
              <Button type="submit" loading={approve.isPending} disabled={scopes.length === 0}>
                Allow
              </Button>
              <Button variant="default" loading={deny.isPending} onClick={refuse}>
                Deny
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Stack>
  );
}
