import type { CatalogueListing } from '@mkt/client';
import { Button, SegmentedControl } from '@mantine/core';
import { isSettled } from '@mkt/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { useActivate } from '../../data/orders.ts';
import { orderQuery } from '../../data/orders-data-orders.ts';
import { signInPath } from '../../data/address.ts';
import { useSession } from '../../data/session.ts';
import { shownError } from '../../data/errors.ts';
import { InputEditor } from '../../form/InputEditor.tsx';
import { useInputProblems } from '../../form/input-checker.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatMoney } from '../../ui/text.ts';
import { Notice } from '../../ui/Notice-ui-Notice.tsx';
import { TryItResult } from './TryItResult.tsx';
import classes from './page.module.css';
import type { Input } from './use-input.ts';

interface TryItProps {
  listing: CatalogueListing;
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

/**
 * Buys one call with the entered input, which is kept if the call fails. Until the call has settled, no
 * second one is bought: a person who clicks again wants the result, not another purchase.
 */
export function TryIt({ listing, input }: TryItProps) {
  const { slug, price, listingState, runContract } = listing;
  const session = useSession();
  const [location] = useLocation();
  const [orderId, setOrderId] = useState<string>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const editor = useRef<HTMLDivElement>(null);
  const activate = useActivate();
  const { inputSchema } = runContract;
  const schema = useMemo(() => inputSchema && JSON.stringify(inputSchema), [inputSchema]);
  const { problems, check, isChecking } = useInputProblems(schema, input.text);
  const order = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== undefined });
  const isOpen = order.data !== undefined && !isSettled(order.data.orderState);
  const isRunning = activate.isPending || isChecking || isOpen;
  const canRun = input.problem === undefined && !isUnreadable && listingState === 'published';
  useEffect(() => {
    if (refusals === 0) return;
    editor.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const run = async () => {
    if (!canRun || isRunning || !session.data) return;
    if (!(await check())) {
      setRefusals((count) => count + 1);
      return;
    }
    activate.mutate(
      { listing: slug, input: input.text, price },
      { onSuccess: ({ id }) => setOrderId(id) },
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
          session.data ? (
            <>
              <Button
                leftSection={<Icon name="run" />}
                loading={isRunning}
                disabled={!canRun}
                onClick={() => void run()}
              >
                {price.amount === 0 ? 'Run' : `Run for ${formatMoney(price)}`}
              </Button>
              <span className={classes.note} role="status">
                {problems.length > 0
                  ? 'The input does not fit the schema yet: see what is marked.'
                  : price.amount > 0 && 'Charged only when the call completes.'}
              </span>
            </>
          ) : (
            session.data === null && (
              <Button component={Link} href={signInPath(location)}>
                Sign in to run it
              </Button>
            )
          )
        }
      >
        {listingState !== 'published' && (
          <Notice tone="warn" title="This listing is paused">
            It cannot be called until its seller resumes it.
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
      </Card>
      <div className={classes.result} aria-live="polite">
        {activate.error ? (
          <ErrorNotice what="The call was not made" error={shownError(activate.error)} />
        ) : orderId === undefined ? (
          <Card title="Result">
            <p className={classes.note}>
              What the service returns appears here, and in your <Link href="/orders">orders</Link>.
            </p>
          </Card>
        ) : (
          <TryItResult orderId={orderId} />
        )}
      </div>
    </div>
  );
}
