import { Button, Input, NativeSelect, Stack, TextInput } from '@mantine/core';
import { NotFoundError } from '@mkt/client';
import { useQueryClient } from '@tanstack/react-query';
import {
  type ChangeEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { signInPath } from '../../data/address.ts';
import { publishedListingQuery } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { useSession } from '../../data/session.ts';
import { jsonProblem } from '../../form/json-place.ts';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { Dialog, DialogFoot } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { JsonView } from '../../ui/JsonView.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { formatDuration, formatMoney } from '../../ui/text.ts';
import { describe } from './fields.ts';
import type { Operation, Parameter } from './model.ts';
import classes from './page.module.css';
import { SCHEMAS } from './reference.ts';
import { requestOf, targetOf, type Values } from './request.ts';
import { isDestructive } from './samples.ts';
import { type Answer, sendRequest } from './send.ts';

interface ParameterInputProps {
  parameter: Parameter;
  value: string;
  onChange: (value: string) => void;
}

function ParameterInput({ parameter, value, onChange }: ParameterInputProps) {
  const { name, required, schema, isMap } = parameter;
  const { type, choices } = describe(schema, SCHEMAS);
  const values = type.startsWith('boolean') ? ['true', 'false'] : choices;
  const isChoice = values.length > 0 && !type.startsWith('list');
  return isChoice ? (
    <NativeSelect
      label={name}
      value={value}
      data={['', ...values]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ) : (
    <TextInput
      label={name}
      required={required}
      value={value}
      autoComplete="off"
      spellCheck={false}
      placeholder={isMap ? 'name=value' : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const MAX_ROWS = 16;

/** Why the request cannot be sent as it is typed. */
function problemOf(operation: Operation, { parameters, body }: Values) {
  const missing = operation.parameters.find(
    ({ name, required }) => required && !parameters[name]?.trim(),
  );
  if (missing) return `Fill in ${missing.name} first.`;
  if (!operation.body) return undefined;
  const problem = jsonProblem(body);
  return problem === undefined ? undefined : `The body is not JSON. ${problem}`;
}

function AnswerCard({ answer, isOpen }: { answer: Answer; isOpen: boolean }) {
  const { status, statusText, headers, ms, text, isJson } = answer;
  return (
    <Card
      title="Response"
      aside={
        <span role="status">
          {isOpen ? 'Receiving · ' : ''}
          {`${status} ${statusText}`.trim()} · {formatDuration(Math.round(ms))}
        </span>
      }
    >
      <div className={classes.answer}>
        <Facts>
          {headers.map(([name, value]) => (
            <Fact key={name} name={name}>
              <code>
                <VisibleText>{value}</VisibleText>
              </code>
            </Fact>
          ))}
        </Facts>
        {isJson ? (
          <JsonView label="Body" value={null} text={text} fileName="response.json" />
        ) : text === '' ? (
          <p className={classes.note}>{isOpen ? 'Nothing has arrived yet.' : 'No body.'}</p>
        ) : (
          <pre className={classes.code} tabIndex={0} role="region" aria-label="Body">
            <VisibleText>{text}</VisibleText>
          </pre>
        )}
      </div>
    </Card>
  );
}

/** What the reader is asked before the request is sent. */
interface Question {
  title: string;
  text: string;
  confirm: string;
  isHarmful: boolean;
}

/** Whether the request can be sent, as far as its reader decides that: with a session, or without. */
const isForAll = ({ sender }: Operation) =>
  sender === 'public' || sender === 'page' || sender === 'program';

interface TryItProps {
  operation: Operation;
  values: Values;
  /** Whether what is filled in is final. */
  isReady: boolean;
  onChange: (values: Values) => void;
  /** In the place of the response until there is one. */
  children: ReactNode;
}

/** Sends the request as it is shown, with the reader's session. What costs or ends something asks first. */
export function TryIt({ operation, values, isReady, onChange, children }: TryItProps) {
  const session = useSession();
  const client = useQueryClient();
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<unknown>();
  const [problem, setProblem] = useState<string>();
  const [question, setQuestion] = useState<Question>();
  const [sending, setSending] = useState<AbortController>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => () => sending?.abort(), [sending]);
  if (session.data === null && !isForAll(operation)) {
    return (
      <>
        <Card title="Try it">
          <p className={classes.note}>
            This request acts for your account. Sign in to send it from here.
          </p>
          <Button mt="sm" component={Link} href={signInPath(`/docs/api#${operation.id}`)}>
            Sign in to try it
          </Button>
        </Card>
        {children}
      </>
    );
  }
  const request = requestOf(operation, values);

  async function send(): Promise<void> {
    setQuestion(undefined);
    const controller = new AbortController();
    setSending(controller);
    setError(undefined);
    setAnswer(undefined);
    try {
      await sendRequest(request, {
        signal: controller.signal,
        isStream: operation.success.isStream === true,
        onAnswer: setAnswer,
      });
    } catch (thrown) {
      if (!controller.signal.aborted) setError(thrown);
    } finally {
      setSending(undefined);
      // The other pages show what it has changed.
      if (request.method !== 'GET') void client.invalidateQueries();
    }
  }

  /** The price of the listing that the body names; what does not exist costs nothing. */
  async function priceQuestion(): Promise<Question | undefined> {
    const { listingId } = JSON.parse(values.body) as { listingId?: unknown };
    try {
      const query = publishedListingQuery(String(listingId));
      const { price, title } = await client.fetchQuery({ ...query, staleTime: 0 });
      if (price.amount === 0) return undefined;
      const amount = formatMoney(price);
      return {
        title: `Run ${title} for ${amount}?`,
        text: 'This is a real call: it is charged to your account when it completes.',
        confirm: `Run for ${amount}`,
        isHarmful: false,
      };
    } catch (thrown) {
      if (thrown instanceof NotFoundError) return undefined;
      throw thrown;
    }
  }

  async function questionOf(): Promise<Question | undefined> {
    if (operation.id === 'createOrder') return await priceQuestion();
    return isDestructive(operation)
      ? {
          title: `${operation.summary}?`,
          text: `${request.method} ${targetOf(request)} is sent for your account, and cannot be undone.`,
          confirm: 'Send it',
          isHarmful: true,
        }
      : undefined;
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending || !isReady) return;
    const found = problemOf(operation, values);
    setProblem(found);
    if (found !== undefined) {
      const empty = form.current?.querySelector<HTMLElement>('input:required:placeholder-shown');
      (empty ?? form.current?.querySelector<HTMLElement>('textarea'))?.focus();
      return;
    }
    try {
      const asked = await questionOf();
      if (asked) setQuestion(asked);
      else await send();
    } catch (thrown) {
      setError(thrown);
    }
  }

  const set = (name: string) => (value: string) =>
    onChange({ ...values, parameters: { ...values.parameters, [name]: value } });
  const inputs = (parameters: readonly Parameter[]) =>
    parameters.map((parameter) => (
      <ParameterInput
        key={parameter.name}
        parameter={parameter}
        value={values.parameters[parameter.name] ?? ''}
        onChange={set(parameter.name)}
      />
    ));
  // What a first request needs; its place must not change while one types.
  const isFirst = ({ required, example }: Parameter) => required || example !== undefined;
  const first = operation.parameters.filter((each) => isFirst(each));
  const others = operation.parameters.filter((each) => !isFirst(each));
  return (
    <>
      <Card title="Try it">
        <form
          ref={form}
          noValidate
          className={classes.form}
          onSubmit={(event) => void submit(event)}
        >
          {inputs(first)}
          {others.length > 0 && (
            <details className={classes.more}>
              <summary>
                <Icon name="right" /> More parameters
              </summary>
              <div className={classes.form}>{inputs(others)}</div>
            </details>
          )}
          {operation.body && (
            <Input.Wrapper label="Body">
              <Input
                component="textarea"
                multiline
                classNames={{ input: classes.body }}
                rows={Math.min(MAX_ROWS, values.body.split('\n').length + 1)}
                spellCheck={false}
                value={values.body}
                onChange={({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) =>
                  onChange({ ...values, body: currentTarget.value })
                }
              />
            </Input.Wrapper>
          )}
          {problem !== undefined && <Notice tone="bad" title={problem} />}
          <div className={classes.send}>
            <Button
              type="submit"
              leftSection={<Icon name="run" />}
              loading={sending !== undefined}
              disabled={!isReady}
            >
              Send
            </Button>
            {sending && (
              <Button variant="default" onClick={() => sending.abort()}>
                Stop
              </Button>
            )}
            <span className={classes.note}>
              {session.data ? 'Sent with your session.' : 'Sent without a session.'}
            </span>
          </div>
        </form>
      </Card>
      {error !== undefined && (
        <ErrorNotice what="The request was not answered" error={shownError(error)} />
      )}
      {answer ? <AnswerCard answer={answer} isOpen={sending !== undefined} /> : children}
      <Dialog
        opened={question !== undefined}
        title={question?.title ?? ''}
        onClose={() => setQuestion(undefined)}
      >
        <Stack>
          <p>
            <VisibleText>{question?.text ?? ''}</VisibleText>
          </p>
          <DialogFoot>
            <Button variant="default" onClick={() => setQuestion(undefined)}>
              Cancel
            </Button>
            <Button
              data-autofocus
              {...(question?.isHarmful ? { color: 'red' } : {})}
              onClick={() => void send()}
            >
              {question?.confirm}
            </Button>
          </DialogFoot>
        </Stack>
      </Dialog>
    </>
  );
}
