import { type ReactNode, useState } from 'react';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Code } from './Code.tsx';
import { Parameters, SchemaFields } from './Fields.tsx';
import { Examples } from './Examples.tsx';
import { TryIt } from './TryIt.tsx';
import type { Operation, Parameter } from './model.ts';
import classes from './page.module.css';
import { Prose, Words } from './Prose.tsx';
import { ERRORS } from './reference.ts';
import { bodyText, requestOf, type Values } from './request.ts';
import { useExample } from './samples.ts';
import { languagesOf, snippetOf } from './snippets.ts';

/** Who may send it, in a sentence. */
function Sender({ sender, scope, orScope }: Operation) {
  switch (sender) {
    case 'scope':
      return (
        <>
          Needs the scope <code>{scope}</code>
          {orScope !== undefined && (
            <>
              , or <code>{orScope}</code> for a part
            </>
          )}
        </>
      );
    case 'any-key':
      return 'Any API key';
    case 'public':
      return 'No key needed';
    case 'session':
      return 'Only with the session of a person';
    case 'page':
      return 'Only for pages of the marketplace';
    case 'program':
      return 'For programs that have no key yet';
    case 'webhook':
      return 'Sent by the marketplace to your URL';
  }
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

const PLACES: readonly { place: Parameter['in']; title: string }[] = [
  { place: 'path', title: 'Path' },
  { place: 'query', title: 'Query' },
  { place: 'header', title: 'Headers' },
];

/** Each error with what it means and what to do. */
const ErrorList = ({ errors }: Pick<Operation, 'errors'>) => (
  <ul className={classes.fields}>
    {errors.map(({ status, type }) => {
      const { meaning = '', next } = ERRORS[type] ?? {};
      return (
        <li key={`${status} ${type}`}>
          <p className={classes.fieldName}>
            <span>{status}</span> <code>{type}</code>
          </p>
          <p>
            <Words>{meaning}</Words>
          </p>
          {next !== undefined && (
            <p className={classes.note}>
              <Words>{next}</Words>
            </p>
          )}
        </li>
      );
    })}
  </ul>
);

/** What goes in, what comes out, and what can go wrong. */
function Details({ operation }: { operation: Operation }) {
  const { parameters, body, success, errors, sender } = operation;
  return (
    <div className={classes.details}>
      {PLACES.map(({ place, title }) => {
        const here = parameters.filter((each) => each.in === place);
        return (
          here.length > 0 && (
            <Section key={place} title={title}>
              <Parameters parameters={here} />
            </Section>
          )
        );
      })}
      {body && (
        <Section title={body.isForm ? 'Form' : 'Body'}>
          <SchemaFields schema={body.schema} />
        </Section>
      )}
      <Section title={sender === 'webhook' ? 'Your response' : `Response ${success.status}`}>
        <p>
          <Words>{success.description}</Words>
        </p>
        {success.schema && <SchemaFields schema={success.schema} />}
      </Section>
      {errors.length > 0 && (
        <Section title="Errors">
          <ErrorList errors={errors.filter(({ isCommon }) => !isCommon)} />
          <details>
            <summary>
              <Icon name="right" /> Errors that any request may get
            </summary>
            <ErrorList errors={errors.filter(({ isCommon }) => isCommon)} />
          </details>
        </Section>
      )}
    </div>
  );
}

interface ExampleProps {
  operation: Operation;
  values: Values;
}

/** The request in the language that the reader chose. */
function Example({ operation, values }: ExampleProps) {
  const request = requestOf(operation, values);
  return (
    <Examples
      label="Example"
      examples={languagesOf(operation).map((language) => [
        language,
        snippetOf(language, location.origin, operation, request),
      ])}
    />
  );
}

/** An example of what is sent or received. */
function ExampleBody({ title, example }: { title: string; example: unknown }) {
  return (
    <Card title={title} flush>
      <Code label={title}>{typeof example === 'string' ? example : bodyText(example)}</Code>
    </Card>
  );
}

interface OperationViewProps {
  operation: Operation;
  heading: ReactNode;
}

/** One operation: what it does, an example that can be sent, and every field. */
export function OperationView({ operation, heading }: OperationViewProps) {
  const { method, path, description, success, sender, body } = operation;
  const example = useExample(operation);
  const [typed, setTyped] = useState<Partial<Values>>({});
  const values = {
    parameters: { ...example.parameters, ...typed.parameters },
    body: typed.body ?? example.body,
  };
  const change = ({ parameters, body: text }: Values) =>
    setTyped({
      parameters: Object.fromEntries(
        Object.entries(parameters).filter(
          ([name, value]) => name in (typed.parameters ?? {}) || value !== example.parameters[name],
        ),
      ),
      ...(typed.body !== undefined || text !== example.body ? { body: text } : {}),
    });
  return (
    <div className={classes.operation}>
      <div className={classes.about}>
        {heading}
        <p className={classes.target}>
          <code>
            <b>{method}</b> {sender === 'webhook' ? 'your URL' : path}
          </code>
        </p>
        <p className={classes.note}>
          <Sender {...operation} />
        </p>
        <Prose>{description}</Prose>
      </div>
      <div className={classes.try}>
        {sender === 'webhook' ? (
          <ExampleBody title="Body" example={body?.example} />
        ) : (
          <>
            <Example operation={operation} values={values} />
            <TryIt
              operation={operation}
              values={values}
              isReady={example.isReady}
              onChange={change}
            >
              {success.example !== undefined && (
                <ExampleBody title={`Response ${success.status}`} example={success.example} />
              )}
            </TryIt>
          </>
        )}
      </div>
      <Details operation={operation} />
    </div>
  );
}
