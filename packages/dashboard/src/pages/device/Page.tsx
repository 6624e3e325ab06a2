import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { ApiError, type KeyScope } from '@mkt/client';
import type { DeviceLogin } from '@mkt/protocol';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { fragmentToken } from '../../data/address.ts';
import { formErrors, formText, shownError } from '../../data/errors.ts';
import {
  BUDGET_PLACES,
  type BudgetFields,
  budgetInput,
  budgetInWords,
  type BudgetProblems,
  budgetProblems,
  canCreateKeys,
  canSpend,
  NEW_BUDGET,
} from '../../data/budget-words.ts';
import {
  DEFAULT_LIFETIME,
  expiryOf,
  LIFETIMES,
  PRESETS,
  SCOPE_CHOICES,
} from '../../data/key-words.ts';
import { BudgetForm, useTitles } from '../../form/BudgetForm.tsx';
import { focusInvalid } from '../../form/first-invalid.ts';
import { useOwnMessages } from '../../form/own-messages.ts';
import { Permissions } from '../../form/Permissions.tsx';
import { deviceLoginQuery, useApproveDeviceLogin, useDenyDeviceLogin } from '../../data/keys.ts';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Narrow, Page } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';

interface CodeFormProps {
  code: string;
  /** That no program waits with this code. */
  refusal: ApiError | undefined;
  isPending: boolean;
  onSubmit: (code: string) => void;
}

/** Asks for the code that the program shows. */
function CodeForm({ code, refusal, isPending, onSubmit }: CodeFormProps) {
  const own = useOwnMessages({ code: 'Enter the code that your terminal shows.' }, refusal);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!own.check(event.currentTarget)) return;
    onSubmit(formText(event.currentTarget, 'code').trim());
  };
  return (
    <Card label="The code">
      <form onSubmit={submit} onInput={own.onInput} noValidate>
        <Stack>
          <Notice tone="warn" title="Only for a code that your own terminal shows">
            <p>
              If a web page, a message or another person gave you the code or a link to this page,
              stop here: they would get access to your account.
            </p>
          </Notice>
          <TextInput
            label="Code"
            description="The 8 letters that your terminal shows, for example after npx mkt login. If they are filled in already, compare each."
            name="code"
            defaultValue={code}
            placeholder="WDJB-MJHT"
            maxLength={32}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            required
            withAsterisk={false}
            error={own.messages.code ?? refusal?.reason}
          />
          <Button type="submit" loading={isPending}>
            Continue
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

const Claim = ({ children }: { children: string }) => (
  <>
    <VisibleText>{children}</VisibleText>{' '}
    <Text span inherit c="dimmed">
      as it says
    </Text>
  </>
);

/** Who asks. The program chose its names itself; its address was seen by the marketplace. */
function Applicant({ login }: { login: DeviceLogin }) {
  const { program, hostName, address, createdAt, expiresAt } = login;
  return (
    <Facts>
      <Fact name="Program">
        <Claim>{program}</Claim>
      </Fact>
      <Fact name="Machine">{hostName && <Claim>{hostName}</Claim>}</Fact>
      <Fact name="Address">
        <code>{address}</code>
      </Fact>
      <Fact name="Requested">
        <RelativeTime at={createdAt} />
      </Fact>
      <Fact name="Code expires">
        <RelativeTime at={expiresAt} />
      </Fact>
    </Facts>
  );
}

interface Decision {
  isAllowed: boolean;
  /** What its key can spend, if it places orders. */
  spending?: string | undefined;
  /** Who asked. */
  program: string;
}

/** Shown in place of the form once the person has decided. */
function DecisionResult({ decision: { isAllowed, spending, program } }: { decision: Decision }) {
  if (!isAllowed) {
    return (
      <Notice tone="mute" title="Denied">
        <p>
          <VisibleText>{program}</VisibleText> gets no key. You can close this page.
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="ok" title="Allowed">
      <p>
        Go back to your terminal: <VisibleText>{program}</VisibleText> gets its key within a few
        seconds. {spending} You can change or revoke the key under{' '}
        <Link href="/keys">API keys</Link>.
      </p>
    </Notice>
  );
}

interface DecisionFormProps {
  login: DeviceLogin;
  onDecided: (decision: Decision) => void;
}

/** A program can also name every scope, one by one. */
const isEverything = (asked: readonly KeyScope[]): boolean =>
  asked.includes('*') ||
  SCOPE_CHOICES.every(({ choices }) => choices.every(({ value }) => asked.includes(value)));

/** What the person may choose from: never more than the program asks for. */
function choicesAmong(asked: readonly KeyScope[]) {
  if (asked.includes('*')) return { presets: PRESETS, groups: SCOPE_CHOICES };
  const groups = SCOPE_CHOICES.map(({ label, choices }) => ({
    label,
    choices: choices.filter(({ value }) => asked.includes(value)),
  }));
  const presets = isEverything(asked) ? PRESETS.filter(({ value }) => value !== 'all') : [];
  return {
    presets: [...presets, { value: 'asked', label: 'All it asks for', scopes: asked }],
    groups: groups.filter(({ choices }) => choices.length > 0),
  };
}

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
function DecisionForm({ login, onDecided }: DecisionFormProps) {
  const { userCode, program, scopes: asked } = login;
  const approve = useApproveDeviceLogin();
  const deny = useDenyDeviceLogin();
  const asksForAll = isEverything(asked);
  // What is asked without saying what for is not granted with a single click.
  const [scopes, setScopes] = useState<KeyScope[]>(asksForAll ? [] : [...asked]);
  const [chosen, setBudget] = useState<BudgetFields | undefined>(NEW_BUDGET);
  const budget = canSpend(scopes) ? chosen : undefined;
  const titles = useTitles(budgetInput(budget));
  const [problems, setProblems] = useState<BudgetProblems>();
  const { hasBeenSeen, wasSeenNow } = useHasBeenSeen();
  const [lifetime, setLifetime] = useState<string>(DEFAULT_LIFETIME);
  const { fields, other } = formErrors(approve.error ?? deny.error, [
    'scopes',
    'expiresAt',
    ...BUDGET_PLACES,
  ]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (scopes.length === 0 || !wasSeenNow()) return;
    deny.reset();
    const found = budgetProblems(budget);
    setProblems(found);
    if (found) {
      focusInvalid(event.currentTarget);
      return;
    }
    const allowed = budgetInput(budget);
    const spending = canSpend(scopes) ? budgetInWords(allowed, titles) : undefined;
    approve.mutate(
      { userCode, scopes, expiresAt: expiryOf(lifetime, Date.now()), budget: allowed },
      { onSuccess: () => onDecided({ isAllowed: true, spending, program }) },
    );
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
            {asksForAll && <p>The program asks for every permission. Allow only what it needs.</p>}
            <Permissions
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
            {canSpend(scopes) && (
              <BudgetForm
                canCreateKeys={canCreateKeys(scopes)}
                fields={budget}
                onChange={setBudget}
                errors={problems ? { ...fields, ...problems } : fields}
              />
            )}
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
              {scopes.length === 0 && (
                <Text span size="sm" c="dimmed">
                  Choose a permission to allow it.
                </Text>
              )}
            </Group>
          </Stack>
        </form>
      </Card>
    </Stack>
  );
}

/**
 * Allows a program on another machine an API key, or denies it. `#code=…` only fills the code in: anyone
 * can send a link, so nothing is looked up before the person has compared the code.
 */
export default function Device() {
  const [codeInLink] = useState(() => fragmentToken('code', location.hash) ?? '');
  const [code, setCode] = useState('');
  const [decision, setDecision] = useState<Decision>();
  const login = useQuery({ ...deviceLoginQuery(code), enabled: code !== '' && !decision });
  const { error } = login;
  const refusal = error instanceof ApiError && error.status === 404 ? error : undefined;
  return (
    <Narrow>
      <Page
        title="Sign a program in"
        intro="A program asks for an API key of your account. With it, the program can act for you."
      >
        {decision ? (
          <DecisionResult decision={decision} />
        ) : login.data ? (
          <DecisionForm login={login.data} onDecided={setDecision} />
        ) : (
          <Stack>
            {login.isError && !refusal && (
              <ErrorNotice
                what="The code cannot be used"
                error={shownError(login.error)}
                onRetry={() => void login.refetch()}
              />
            )}
            <CodeForm
              code={code || codeInLink}
              refusal={refusal}
              isPending={login.isFetching}
              onSubmit={(typed) => (typed === code ? void login.refetch() : setCode(typed))}
            />
          </Stack>
        )}
      </Page>
    </Narrow>
  );
}
