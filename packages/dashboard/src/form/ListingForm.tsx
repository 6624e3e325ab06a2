import { Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { ApiError } from '@mkt/client';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { serverMode } from '../data/api.ts';
import { formErrors } from '../data/errors.ts';
import { labelOf } from '../ui/check-words.ts';
import { Icon } from '../ui/Icon.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { NAME_FIELD } from '../ui/seller-name.ts';
import { TextButton } from '../ui/TextButton.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { Advised, adviceProps } from './Advised.tsx';
import { CategoryInput } from './CategoryInput.tsx';
import type { InputProblem } from './field-errors.ts';
import { fieldOf } from './first-invalid.ts';
import { useSchemaProblems } from './input-checker.ts';
import { JsonFields, type SchemaName } from './JsonFields.tsx';
import classes from './ListingForm.module.css';
import {
  EMPTY_FIELDS,
  type JsonField,
  jsonFieldProblem,
  type ListingFields,
  METHODS,
  moreInWords,
  PLACES,
  placesInWords,
  placesWithin,
} from './listing-fields.ts';
import { listingProblems, missingForBuyers } from './listing-problems.ts';
import { useShownProblems } from './own-messages.ts';
import { type Listed, Preview } from './Preview.tsx';
import { PriceFields } from './PriceFields.tsx';
import { type CheckedFieldsProps, type FieldsProps, Section } from './Section.tsx';
import type { AskedName } from './seller-name.tsx';
import { isAnyway, SubmitButton } from './SubmitButton.tsx';

interface BasicsProps extends CheckedFieldsProps {
  /** Further fields. */
  children: ReactNode;
}

/** What buyers read about a listing, and how they find it. */
const Basics = ({ fields, set, errorOf, labelled, adviceOf, children }: BasicsProps) => (
  <Section title="Basics" hint="What buyers read, and what search finds.">
    <TextInput
      label="Title"
      value={fields.title}
      onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      maxLength={200}
      autoComplete="off"
      required
      error={errorOf('title')}
    />
    <Textarea
      label={labelled('description', 'Description')}
      {...adviceProps(adviceOf('description'))}
      autosize
      minRows={2}
      maxRows={12}
      value={fields.description}
      onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      maxLength={5000}
      error={errorOf('description')}
    />
    <CategoryInput
      label={labelled('category', 'Category')}
      {...adviceProps(adviceOf('category'))}
      value={fields.category}
      onChange={(category) => set({ category })}
      error={errorOf('category')}
    />
    {children}
  </Section>
);

/** What a call costs, and where it goes. */
const Call = ({ fields, set, errorOf }: FieldsProps) => (
  <Section title="Price and call" hint="What a call costs, and where the marketplace sends it.">
    <PriceFields fields={fields} set={set} errorOf={errorOf} />
    <div className={classes.call}>
      <Select
        label="Method"
        data={[...METHODS]}
        value={fields.method}
        onChange={(value) => set({ method: value ?? fields.method })}
        allowDeselect={false}
        error={errorOf('method')}
      />
      <TextInput
        label="Endpoint"
        type="url"
        placeholder="https://api.example.com/run"
        value={fields.endpointPath}
        onChange={({ currentTarget }) => set({ endpointPath: currentTarget.value })}
        maxLength={2048}
        required
        error={errorOf('endpointPath')}
      />
    </div>
  </Section>
);

interface MoreProps extends FieldsProps {
  isListed: boolean;
}

/** What can wait, folded until it is wanted or wrong. */
function More({ fields, set, errorOf, isListed }: MoreProps) {
  const { tags, slug, healthEndpoint } = fields;
  // What has been said already is in view.
  const [isOpen, setOpen] = useState(
    tags.length > 0 || healthEndpoint !== '' || (!isListed && slug !== ''),
  );
  const isWrong = [errorOf('tags'), errorOf('slug'), errorOf('healthEndpoint')].some(Boolean);
  return (
    <Section title="Optional" hint="Tags, address and health check.">
      <details
        open={isOpen || isWrong}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          <Icon name="right" />
          <span>{moreInWords(fields, isListed)}</span>
        </summary>
        <div className={classes.fields}>
          <TagsInput
            label="Tags"
            description="At most 10. Press Enter after each."
            value={tags}
            onChange={(value) => set({ tags: value })}
            maxTags={10}
            acceptValueOnBlur
            error={errorOf('tags')}
          />
          {!isListed && (
            <TextInput
              label="Slug"
              description="Part of the listing’s address; cannot be changed later. Made from the title if empty."
              value={slug}
              onChange={({ currentTarget }) => set({ slug: currentTarget.value })}
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              error={errorOf('slug')}
            />
          )}
          <TextInput
            label="Health endpoint"
            type="url"
            description="Called with GET every 5 minutes."
            placeholder="https://api.example.com/health"
            value={healthEndpoint}
            onChange={({ currentTarget }) => set({ healthEndpoint: currentTarget.value })}
            maxLength={2048}
            error={errorOf('healthEndpoint')}
          />
        </div>
      </details>
    </Section>
  );
}

/** The fields in the order of the page; `name` is that of the seller. */
const ORDER = [
  'title',
  'description',
  'category',
  'name',
  'amount',
  'currency',
  'unit',
  'method',
  'endpointPath',
  'inputSchema',
  'requestExampleJson',
  'outputSchema',
  'responseExampleJson',
  'tags',
  'slug',
  'healthEndpoint',
] as const satisfies readonly (keyof ListingFields | 'name')[];

/** Labels that no check of a review names. */
const OTHER_LABELS: Readonly<Partial<Record<string, string>>> = {
  slug: 'Slug',
  name: NAME_FIELD.label,
  currency: 'Currency',
  unit: 'Per',
  method: 'Method',
};

/** Where a request has them. */
const PLACE_NAMES = [...Object.values(PLACES), 'name'] as const;

const LIST = new Intl.ListFormat('en-GB');

/** Further ones are counted, so that the bar stays slim. */
const MAX_NAMES = 4;

interface FieldNamesProps {
  what: string;
  labels: readonly string[];
}

/** Fields in the order of the page; each leads to its field. */
function FieldNames({ what, labels }: FieldNamesProps) {
  const shown = labels.length > MAX_NAMES ? labels.slice(0, MAX_NAMES - 1) : labels;
  const more = labels[shown.length];
  const named = more === undefined ? shown : [...shown, `${labels.length - shown.length} more`];
  return (
    <span>
      {what}{' '}
      {LIST.formatToParts(named).map(({ type, value }) =>
        type === 'element' ? (
          <TextButton
            key={value}
            onClick={({ currentTarget: { form } }) =>
              fieldOf(shown.includes(value) ? value : (more ?? ''), form ?? undefined)?.focus()
            }
          >
            {value}
          </TextButton>
        ) : (
          value
        ),
      )}
      .
    </span>
  );
}

/** What the marketplace would refuse in a schema, as soon as it is typed. */
function useProblemsOf(name: SchemaName, fields: ListingFields): readonly InputProblem[] {
  const text = fields[name];
  const isSchema = text.trim() !== '' && jsonFieldProblem(name, text) === undefined;
  return useSchemaProblems(isSchema ? text : undefined);
}

interface ListingFormProps {
  fields: ListingFields;
  set: (changes: Partial<ListingFields>) => void;
  /** A listing that exists: it has its slug, which never changes, and figures. */
  listed?: Listed;
  /** The field for the name of a seller who has none. */
  seller?: AskedName['field'];
  /** The seller as buyers see it. */
  soldBy: AskedName['named'];
  error: unknown;
  /** What an error prevented, as in `The listing was not created`. */
  failed: string;
  /** In place of the sentence about an error. */
  failure?: ReactNode;
  /** What the button that submits the form says. */
  submit: string;
  isPending: boolean;
  /** Further buttons; one that submits the form has a value. */
  actions: ReactNode;
  /** What submitting does. */
  hint: ReactNode;
  /** The same in a line, for the bar of a phone. */
  inShort?: string | undefined;
  /** `choice` is the value of a further button. */
  onSubmit: (choice: string) => void;
}

/** A listing as it is described by hand. What was typed stays when the server refuses it. */
export function ListingForm(props: ListingFormProps) {
  const { fields, set, listed, error, failed, failure, actions, hint, inShort, onSubmit } = props;
  const { submit: submitLabel, isPending } = props;
  const isListed = listed !== undefined;
  const isPhone = useIsPhone();
  const { seller, soldBy } = props;
  /** What the server was asked last: what has changed since, it has not refused. */
  const [sent, setSent] = useState(fields);
  const isAsSent = (name: keyof ListingFields) =>
    JSON.stringify(sent[name]) === JSON.stringify(fields[name]);
  const { fields: refused, other } = formErrors(error, PLACE_NAMES);
  const details = error instanceof ApiError ? error.details : [];
  const foundIn = {
    inputSchema: useProblemsOf('inputSchema', fields),
    outputSchema: useProblemsOf('outputSchema', fields),
  };
  const problemsIn = (name: JsonField): readonly InputProblem[] => {
    const found = name === 'inputSchema' || name === 'outputSchema' ? foundIn[name] : [];
    return found.length === 0 && isAsSent(name) ? placesWithin(name, details) : found;
  };
  const schemaProblem = (name: SchemaName) => placesInWords(fields[name], foundIn[name]);
  const problems = listingProblems(fields, serverMode.dev);
  problems.inputSchema ??= schemaProblem('inputSchema') || undefined;
  problems.outputSchema ??= schemaProblem('outputSchema') || undefined;
  const own = useShownProblems(problems, error);
  /** Whether it was chosen to do without what buyers would miss: that is asked once. */
  const [isWithout, setWithout] = useState(isListed);
  const advice = useShownProblems(isWithout ? {} : missingForBuyers(fields, soldBy), null);
  const problemOf = (name: (typeof ORDER)[number]): string | undefined => {
    if (name === 'name') return refused.name;
    if (own.shown[name] !== undefined) return own.shown[name];
    if (name.endsWith('Schema') || name.endsWith('Json')) {
      // What is no JSON is marked as it is typed.
      return (
        problems[name] ??
        (placesInWords(fields[name] as string, problemsIn(name as JsonField)) || undefined)
      );
    }
    return isAsSent(name) ? refused[PLACES[name]] : undefined;
  };
  const wrong = ORDER.filter((name) => problemOf(name) !== undefined);
  /** What is wrong comes first; what can be skipped waits. */
  const adviceOf = (name: (typeof ORDER)[number]) =>
    wrong.length > 0 ? undefined : advice.shown[name];
  const advised = ORDER.filter((name) => adviceOf(name) !== undefined);
  const asksFor = missingForBuyers(
    { ...EMPTY_FIELDS, outputSchema: fields.outputSchema },
    undefined,
  );
  const labelled = (name: keyof ListingFields, label: string) =>
    (!isListed && asksFor[name] !== undefined) || advised.includes(name) ? (
      <Advised>{label}</Advised>
    ) : (
      label
    );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const isWithoutNow = isAnyway(event);
    const isOther = submitter instanceof HTMLButtonElement && submitter.name === 'choice';
    if (isWithoutNow) setWithout(true);
    if (!own.check(event.currentTarget)) return;
    // A draft may lack anything, and a choice to do without is one.
    const isComplete = isWithoutNow || isOther || advice.check(event.currentTarget);
    if (!isComplete) return;
    setSent(fields);
    onSubmit(isOther ? submitter.value : '');
  };
  const named = (names: typeof wrong) => names.map((name) => OTHER_LABELS[name] ?? labelOf(name));
  // What the marketplace has refused may be right by now.
  const asksWithout = Object.keys(own.shown).length === 0 && Object.keys(advice.shown).length > 0;
  // On a phone the bar says in a line what is to be done, or what happens, so that it stays slim; the rest is above it.
  const isAbove = isPhone && typeof hint !== 'string' && wrong.length === 0 && advised.length === 0;
  const effect =
    wrong.length > 0 ? (
      <FieldNames what="Correct" labels={named(wrong)} />
    ) : advised.length > 0 ? (
      <FieldNames what="Recommended:" labels={named(advised)} />
    ) : (
      hint
    );
  return (
    <form onSubmit={submit} noValidate aria-label="Listing">
      {!isListed && (
        <p className={classes.hint} style={{ marginBottom: 'var(--sp-3)' }}>
          Fields with * are required. Those marked “recommended” can be skipped: you are asked once
          before it is published.
        </p>
      )}
      <div className={classes.form}>
        <div>
          <Basics
            fields={fields}
            set={set}
            errorOf={problemOf}
            labelled={labelled}
            adviceOf={adviceOf}
          >
            {seller?.(problemOf('name'), adviceOf('name'))}
          </Basics>
          <Call fields={fields} set={set} errorOf={problemOf} />
          <JsonFields
            fields={fields}
            set={set}
            errorOf={problemOf}
            labelled={labelled}
            adviceOf={adviceOf}
            problemsIn={problemsIn}
          />
          <More fields={fields} set={set} errorOf={problemOf} isListed={isListed} />
        </div>
        <Preview fields={fields} listed={listed} soldBy={soldBy} />
      </div>
      {failure || (other && <ErrorNotice what={failed} error={other} />)}
      {isAbove && (
        <div className={classes.hint} style={{ marginTop: 'var(--sp-3)' }}>
          {effect}
        </div>
      )}
      <div className={classes.steps} data-sticky>
        <SubmitButton anyway={asksWithout ? 'Publish anyway' : undefined} loading={isPending}>
          {submitLabel}
        </SubmitButton>
        {actions}
        {(!isAbove || inShort) && (
          <div
            className={classes.effect}
            style={wrong.length > 0 ? { color: 'var(--bad-fg)' } : undefined}
          >
            {isAbove ? inShort : effect}
          </div>
        )}
      </div>
    </form>
  );
}
