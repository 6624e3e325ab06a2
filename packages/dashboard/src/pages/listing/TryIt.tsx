import { Button, SegmentedControl, Stack } from '@mantine/core';
import type { CatalogueListing, CatalogueRunContract, Order } from '@mkt/client';
import { isSettled, LIMITS } from '@mkt/protocol';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearch, useSearchParams } from 'wouter';
import { signInPath, signUpPath } from '../../data/address.ts';
import { serverMode } from '../../data/api.ts';
import { shownError } from '../../data/errors.ts';
import { exampleResult } from '../../data/examples.ts';
import { orderQuery, useActivate } from '../../data/orders.ts';
import { useSession } from '../../data/session.ts';
import { InputEditor } from '../../form/InputEditor.tsx';
import { useInputProblems } from '../../form/input-checker.ts';
import { Failure } from '../../orders/Outcome.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { JsonExcerpt } from '../../ui/JsonExcerpt.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { sketchOf } from '../../ui/schema-fields.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { formatDuration, formatMoney } from '../../ui/text.ts';
import classes from './page.module.css';
import { RESULT_UNKNOWN, SellerExample } from './parts.tsx';
import { askedWaitMs, ownCallInWords, waitInWords, WHEN_CHARGED } from './words.ts';
import type { Input } from './use-input.ts';

/** What the buyer pays, once that is known. */
function charged({ orderState, price }: Order): string {
  if (orderState === 'failed') return 'not charged';
  return orderState === 'completed' && price.amount > 0 ? `${formatMoney(price)} charged` : '';
}

const TICK_MS = 100;
const SECOND_MS = 1_000;
const PERCENT = 100;
const MAX_CALL_SECONDS = LIMITS.sellerTimeoutMs / SECOND_MS;

/** How long the call has been running, by the clock of this page: the server's clock may differ. */
function Elapsed({ isWaiting }: { isWaiting: boolean }) {
  const [openedAt] = useState(() => performance.now());
  const [nowAt, setNowAt] = useState(openedAt);
  useEffect(() => {
    const timer = setInterval(() => setNowAt(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = ((nowAt - openedAt) / SECOND_MS).toFixed(1);
  // Screen readers do not read a timer aloud at every step.
  return (
    <div className={classes.progress}>
      <p role="timer">
        {isWaiting
          ? `${seconds} s: other calls of this service come first.`
          : `${seconds} s (limit ${MAX_CALL_SECONDS} s)`}
      </p>
      <div className={classes.track} aria-hidden="true">
        {!isWaiting && (
          <span
            style={{ width: `${Math.min(Number(seconds) / MAX_CALL_SECONDS, 1) * PERCENT}%` }}
          />
        )}
      </div>
    </div>
  );
}

function contentOf(order: Order, path: string): ReactNode {
  switch (order.orderState) {
    case 'completed':
      return (
        <>
          {order.outputValid === false && (
            <Notice tone="warn" title="The result does not match the output schema">
              The seller sees this too.
            </Notice>
          )}
          <JsonView
            label="Result"
            value={order.result}
            text={order.resultText}
            fileName={`result-${order.id}.json`}
          />
        </>
      );
    case 'failed':
      return (
        <Failure
          order={order}
          advice={
            <>
              Your input is kept. Run it again, or look at{' '}
              <Link href={`${path}?tab=health`}>how calls of this service end</Link>.
            </>
          }
        />
      );
    case 'pending':
    case 'running':
      return (
        <>
          <Elapsed key={order.orderState} isWaiting={order.orderState === 'pending'} />
          <p className={classes.note}>
            You can leave this page: the order keeps running and appears under{' '}
            <Link href="/orders">Orders</Link>.
          </p>
        </>
      );
  }
}

/** The order that was just placed, followed until it settles. */
function TryItResult({ orderId }: { orderId: string }) {
  const { data: order, error, refetch } = useQuery(orderQuery(orderId));
  const [path] = useLocation();
  const [params] = useSearchParams();
  if (!order) {
    return error ? (
      <ErrorNotice
        what="The order could not be loaded"
        error={shownError(error)}
        onRetry={() => void refetch()}
      />
    ) : null;
  }
  // The input stays the same: that of an order to run again is in the address.
  const inCode = new URLSearchParams([...params, ['tab', 'api']]).toString();
  return (
    <Card
      title="Result"
      aside={
        <span className={classes.tryItLine}>
          <StateBadge state={order.orderState} loud />
          {order.durationMs !== null && <span>{formatDuration(order.durationMs)}</span>}
          <span>{charged(order)}</span>
        </span>
      }
      foot={
        <>
          <Link href={`/orders/${order.id}`}>Open order</Link>
          {isSettled(order.orderState) && <Link href={`${path}?${inCode}`}>Call it from code</Link>}
        </>
      }
    >
      {contentOf(order, path)}
    </Card>
  );
}

const RUN_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ ↵' : 'Ctrl ↵';

interface RunButtonProps {
  price: Order['price'];
  isAgain: boolean;
  isRunning: boolean;
  canRun: boolean;
  /** How many seconds it still waits. */
  waits: number;
  onRun: () => void;
}

const RunButton = ({ price, isAgain, isRunning, canRun, waits, onRun }: RunButtonProps) => {
  const verb = isAgain ? 'Run again' : 'Run';
  if (waits > 0) {
    // It keeps the focus, unlike a button that is disabled.
    return (
      <Button leftSection={<Icon name="clock" />} aria-disabled data-disabled>
        {`${verb} in ${waits} s`}
      </Button>
    );
  }
  return (
    <Button
      leftSection={<Icon name="run" />}
      rightSection={
        <kbd className={classes.keys} aria-hidden="true">
          {RUN_KEYS}
        </kbd>
      }
      aria-keyshortcuts="Control+Enter Meta+Enter"
      loading={isRunning}
      disabled={!canRun}
      onClick={onRun}
    >
      {price.amount === 0 ? verb : `${verb} for ${formatMoney(price)}`}
    </Button>
  );
};

interface TryItProps {
  listing: CatalogueListing;
  /** Whether the buyer is its seller. */
  isOwn: boolean;
  input: Input;
}

function ViewSwitch({ input, disabled }: { input: Input; disabled: boolean }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="How to write the input"
      value={input.view}
      onChange={(view) => input.setView(view === 'form' ? 'form' : 'json')}
      disabled={disabled}
      data={[
        { value: 'form', label: 'Form', disabled: !input.shown.schema },
        { value: 'json', label: 'JSON' },
      ]}
    />
  );
}

/** In place of a button that buys, for people who are not signed in. */
function SignInFirst({ price }: { price: Order['price'] }) {
  const [location] = useLocation();
  const search = useSearch();
  const here = location + (search && `?${search}`);
  return (
    <>
      <Button component={Link} href={signInPath(here)}>
        Sign in to run it
      </Button>
      <span className={classes.note}>
        {serverMode.signUp === 'open' && (
          <>
            or <Link href={signUpPath(here)}>create an account</Link>.{' '}
          </>
        )}
        {price.amount > 0 && WHEN_CHARGED}
      </span>
    </>
  );
}

interface NoResultProps {
  contract: CatalogueRunContract;
  /** Why the last call was not made. */
  problem: ReactNode;
}

/** Before the first call, and after one that was not made: what the seller says that it returns. */
function NoResultYet({ contract, problem }: NoResultProps) {
  const { outputSchema } = contract;
  const example = exampleResult(contract);
  const sketch = useMemo(() => (outputSchema ? sketchOf(outputSchema) : []), [outputSchema]);
  const isSketched = example === undefined && sketch.length > 0;
  const [title, says] =
    example !== undefined
      ? ['Example result', 'An example by the seller. Your result will appear here.']
      : isSketched
        ? ['Shape of the result', 'As the output schema has it. Your result will appear here.']
        : ['Result', RESULT_UNKNOWN['at all']];
  return (
    <Card title={title}>
      <div className={classes.example}>
        {problem}
        {example !== undefined && <SellerExample label="Example of the result" json={example} />}
        {isSketched && <JsonExcerpt lines={sketch} />}
        <p className={classes.note}>{says}</p>
      </div>
    </Card>
  );
}

/** The seconds that are left of a wait, which begins again with each call that asks for one. */
function useWait(waitMs: number, call: string): number {
  const [passed, setPassed] = useState({ call, ms: 0 });
  useEffect(() => {
    if (waitMs === 0) return undefined;
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const ms = performance.now() - startedAt;
      setPassed({ call, ms });
      if (ms >= waitMs) clearInterval(timer);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [waitMs, call]);
  const passedMs = passed.call === call ? passed.ms : 0;
  return Math.max(0, Math.ceil((waitMs - passedMs) / SECOND_MS));
}

/**
 * Buys one call with the entered input, which is kept if the call fails. Until the call has settled, no
 * second one is bought: a person who clicks again wants the result, not another purchase.
 */
export function TryIt({ listing, isOwn, input }: TryItProps) {
  const { slug, price, listingState, runContract } = listing;
  const session = useSession();
  const [orderId, setOrderId] = useState<string>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const editor = useRef<HTMLDivElement>(null);
  const activate = useActivate();
  const { inputSchema } = runContract;
  const schema = useMemo(() => inputSchema && JSON.stringify(inputSchema), [inputSchema]);
  const { problems, check, isChecking } = useInputProblems(schema, input.text);
  const order = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== undefined });
  // An order that cannot be read may still be open, but that must not block the next call.
  const isOpen = order.data ? !isSettled(order.data.orderState) : order.isLoading;
  const isStarting = useRef(false);
  const isRunning = activate.isPending || isChecking || isOpen;
  const isForSale = listingState === 'published';
  const failed = activate.error ? undefined : order.data;
  const waitMs = askedWaitMs(activate.error, failed);
  const waits = useWait(waitMs, failed?.id ?? String(activate.submittedAt));
  const canRun = input.problem === undefined && !isUnreadable && isForSale && waits === 0;
  useEffect(() => {
    if (refusals === 0) return;
    editor.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')?.focus();
  }, [refusals]);
  const run = async () => {
    // A second click may come before this page shows the first.
    if (!canRun || isRunning || isStarting.current || !session.data) return;
    isStarting.current = true;
    if (!(await check())) {
      isStarting.current = false;
      setRefusals((count) => count + 1);
      return;
    }
    activate.mutate(
      { listing: slug, input: input.text, price },
      {
        onSuccess: ({ id }) => setOrderId(id),
        onSettled() {
          isStarting.current = false;
        },
      },
    );
  };
  const runByKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) void run();
  };
  return (
    <div className={classes.columns}>
      <Card
        title="Input"
        aside={<ViewSwitch input={input} disabled={isUnreadable} />}
        foot={
          isForSale &&
          (session.data ? (
            <>
              <RunButton
                price={price}
                isAgain={order.data !== undefined && !isOpen}
                isRunning={isRunning}
                canRun={canRun}
                waits={waits}
                onRun={() => void run()}
              />
              <span className={classes.note} role="status">
                {problems.length > 0
                  ? 'Fix the marked fields first.'
                  : waits > 0
                    ? waitInWords(waitMs, failed !== undefined)
                    : isOwn
                      ? ownCallInWords(price)
                      : price.amount > 0 && WHEN_CHARGED}
              </span>
            </>
          ) : (
            session.data === null && <SignInFirst price={price} />
          ))
        }
      >
        <Stack>
          {!isForSale && (
            <Notice tone="warn" title="This listing is paused">
              It cannot be called until its seller resumes it.
            </Notice>
          )}
          {isForSale && listing.health.status === 'unhealthy' && (
            <Notice tone="warn" title="Its health checks are failing">
              A call may fail. Failed calls are not charged.
            </Notice>
          )}
          <div ref={editor} onKeyDown={runByKey}>
            <InputEditor
              view={input.view}
              shown={input.shown}
              text={input.text}
              problem={input.problem}
              problems={problems}
              onType={input.type}
              onFill={input.fill}
              onUnreadable={setUnreadable}
            />
          </div>
        </Stack>
      </Card>
      <div className={classes.result} aria-live="polite">
        {activate.error || orderId === undefined ? (
          <NoResultYet
            contract={runContract}
            problem={
              activate.error && (
                <ErrorNotice what="The call was not made" error={shownError(activate.error)} />
              )
            }
          />
        ) : (
          <TryItResult orderId={orderId} />
        )}
      </div>
    </div>
  );
}
