import type { KeyScope } from '@mkt/client';
import { Button, Group, Select, Stack } from '@mantine/core';
import type { DeviceLogin } from '@mkt/protocol';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useApproveDeviceLogin, useDenyDeviceLogin } from '../../data/device-logins.ts';
import { formErrors } from '../../data/form-errors.ts';
import { DEFAULT_LIFETIME, expiryOf, LIFETIMES } from '../../data/key-lifetime.ts';
import { EVERY_SCOPE, SCOPE_CHOICES } from '../../data/key-words.ts';
import { Card } from '../../ui/Card.tsx';
import { Choices } from '../../ui/Choices.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Notice } from '../../ui/Notice-ui-Notice.tsx';
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

/** A program can also name every scope, one by one. */
const isEverything = (asked: readonly KeyScope[]): boolean =>
  asked.includes('*') ||
  SCOPE_CHOICES.every(({ choices }) => choices.every(({ value }) => asked.includes(value)));

/** How long a person sees what they would allow before a click counts. */
const LOOK_MS = 1_000;

/**
 * Whether the form has been in view for a second since it appeared, or since its window got the focus:
 * another page can cover this one with its own window until the second click of a double click.
 */
function useHasBeenSeen(): { hasBeenSeen: boolean; wasSeenNow: () => boolean } {
  const [hasBeenSeen, setHasBeenSeen] = useState(false);
  // Read when a click arrives: the state may not have been rendered since the focus changed.
  const since = useRef(Infinity);
  useEffect(() => {
    let timer: number | undefined;
    const start = () => {
      since.current = performance.now();
      setHasBeenSeen(false);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setHasBeenSeen(true), LOOK_MS);
    };
    start();
    const changes = new AbortController();
    const options = { signal: changes.signal };
    window.addEventListener('focus', start, options);
    window.addEventListener('blur', start, options);
    document.addEventListener('visibilitychange', start, options);
    return () => {
      changes.abort();
      window.clearTimeout(timer);
    };
  }, []);
  return { hasBeenSeen, wasSeenNow: () => performance.now() - since.current >= LOOK_MS };
}

/** Shows who asks for which permissions; the person can allow all or some of them. */
export function DecisionForm({ login, onDecided }: DecisionFormProps) {
  const { userCode, program, scopes: asked } = login;
  const approve = useApproveDeviceLogin();
  const deny = useDenyDeviceLogin();
  const asksForAll = isEverything(asked);
  const [scopes, setScopes] = useState<KeyScope[]>(asksForAll ? [] : [...asked]);
  const { hasBeenSeen, wasSeenNow } = useHasBeenSeen();
  const [lifetime, setLifetime] = useState<string>(DEFAULT_LIFETIME);
  const { fields, other } = formErrors(approve.error ?? deny.error, ['scopes', 'expiresAt']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (scopes.length === 0 || !wasSeenNow()) return;
    deny.reset();
    const body = { userCode, scopes, expiresAt: expiryOf(lifetime, Date.now()) };
    approve.mutate(body, { onSuccess: () => onDecided({ isAllowed: true, program }) });
  };
  const isAllowOff = scopes.length === 0 || !hasBeenSeen;
  const refuse = () => {
    approve.reset();
    deny.mutate(userCode, { onSuccess: () => onDecided({ isAllowed: false, program }) });
  };
  return (
    <Stack>
      <Notice tone="warn" title="Did you start this program yourself, just now?">
        <p>
          Allow it only if your own terminal shows the code {userCode}. If a web page, a message or
          another person gave you the code or a link, deny it: they would act for your account and
          spend its money. The names below are what the program says of itself, and anyone in your
          network has the same address.
        </p>
      </Notice>
      <Card title={userCode}>
        <form onSubmit={submit}>
          <Stack>
            <Applicant login={login} />
            {other && <ErrorNotice what="Your decision was not saved" error={other} />}
            <Choices
              label="Permissions"
              description={
                asksForAll
                  ? 'The program asks for every permission. Choose those that it needs.'
                  : 'What the program asks for. You can allow less.'
              }
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
              {/* Not `disabled`, which would take the focus away from keyboard users. */}
              <Button
                type="submit"
                loading={approve.isPending}
                aria-disabled={isAllowOff}
                data-disabled={isAllowOff || undefined}
              >
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
