import {
  Autocomplete,
  Button,
  Combobox,
  type ComboboxItem,
  Select,
  Skeleton,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { ApiError, type OwnListing } from '@mkt/client';
import { CURRENCIES, DEFAULT_UNIT, KNOWN_UNITS } from '@mkt/protocol';
import { type CSSProperties, type ReactNode, type SubmitEvent, useState } from 'react';
import { serverMode } from '../data/api.ts';
import { retried } from '../data/connection.ts';
import { formErrors } from '../data/errors.ts';
import { Card } from '../ui/Card.tsx';
import { ListingCard, ListingCards } from '../ui/ListingCard.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { NAME_FIELD } from '../ui/seller-name.ts';
import { TextButton } from '../ui/TextButton.tsx';
import { deferred } from '../ui/deferred.tsx';
import { formatMoney } from '../ui/text.ts';
import type { FormPreviewProps } from './FormPreview.tsx';
import { JsonArea } from './JsonArea.tsx';
import classes from './ListingForm.module.css';
import { useSchemaProblems } from './input-checker.ts';
import type { InputProblem } from './field-errors.ts';
import { fieldOf } from './first-invalid.ts';
import { lineAt, placeOfProblem, type TextPlace } from './json-place.ts';
import {
  CATEGORY_NAMES,
  EMPTY_FIELDS,
  type JsonField,
  jsonFieldProblem,
  type ListingFields,
  METHODS,
  PLACES,
  placesInWords,
  placesWithin,
} from './listing-fields.ts';
import {
  listingProblems,
  missingForBuyers,
  priceProblem,
  isSample,
  SAMPLES,
} from './listing-problems.ts';
import { labelOf } from '../ui/check-words.ts';
import { Advised } from './Advised.tsx';
import { useShownProblems } from './own-messages.ts';
import type { AskedName } from './seller-name.tsx';

const FormPreview = deferred(retried(() => import('./FormPreview.tsx')));
const loadInputFor = retried(async () => {
  const { inputFor } = await import('./FormPreview.tsx');
  return inputFor;
});

/** What a seller misses who says nothing of results. */
export const ResultHint = ({ shown }: { shown: readonly unknown[] }) =>
  shown.every((each) => !each) && (
    <p className={classes.hint}>
      Until there is an output schema or a response example, buyers see no result before a call.
    </p>
  );

/** The form that buyers get for an input schema, loaded when there is one. */
export const FormForBuyers = ({ schema, example }: FormPreviewProps) => (
  <Card title="Form for buyers">
    {schema.trim() === '' ? (
      <p className={classes.hint}>
        Without an input schema buyers type JSON. With one they get a form, shown here.
      </p>
    ) : (
      <FormPreview
        schema={schema}
        example={example}
        fallback={<Skeleton height={160} aria-busy="true" />}
      />
    )}
  </Card>
);

interface FieldsProps {
  fields: ListingFields;
  set: (changes: Partial<ListingFields>) => void;
  /** What is wrong with a field. */
  errorOf: (name: keyof ListingFields) => string | undefined;
}

interface CheckedFieldsProps extends FieldsProps {
  /** A label, marked if the form asks for the field and can do without. */
  labelled: (name: keyof ListingFields, label: string) => ReactNode;
  /** The colour of what is said below a field: of an advice, not of an error. */
  toneOf: (name: keyof ListingFields) => CSSProperties | undefined;
}

interface SectionProps {
  title: string;
  /** What it is for. */
  hint: string;
  children: ReactNode;
}

/** A part of the form: what it is for, beside its fields. */
const Section = ({ title, hint, children }: SectionProps) => (
  <fieldset className={classes.section}>
    <legend className="visually-hidden">{title}</legend>
    <div className={classes.about}>
      <h2>{title}</h2>
      <p>{hint}</p>
    </div>
    <div className={classes.columns}>{children}</div>
  </fieldset>
);

/** What buyers see of a listing that exists, besides what its seller wrote. */
type Listed = Pick<OwnListing, 'quality' | 'health' | 'createdAt'>;

interface BasicsProps extends CheckedFieldsProps {
  listed: Listed | undefined;
  soldBy: AskedName['named'];
  /** Further fields. */
  children: ReactNode;
}

/** The listing as the catalogue shows it, with the name of its seller. */
function InCatalogue({
  fields,
  listed,
  soldBy,
}: Pick<BasicsProps, 'fields' | 'listed' | 'soldBy'>) {
  const { title, slug, description, amount, currency, unit, tags, category } = fields;
  const isComplete = title.trim() !== '' && priceProblem(amount) === undefined;
  const price = { amount: Number(amount), currency, unit: unit.trim() || DEFAULT_UNIT };
  return (
    <Stack gap="xs">
      <p className={classes.hint}>
        In the catalogue{!isComplete && ', once it has a title and a price'}
      </p>
      {isComplete && (
        <ListingCards>
          <ListingCard
            listing={{
              title,
              slug,
              description,
              price,
              tags,
              category: category.trim() || null,
              health: { status: 'healthy' },
              quality: null,
              ...listed,
            }}
            seller={soldBy}
            isPreview
          />
        </ListingCards>
      )}
    </Stack>
  );
}

/** The names that contain what was typed; all of them if it is a name, so that another can be chosen. */
function namesLike({ options, search }: { options: readonly unknown[]; search: string }) {
  const names = options as ComboboxItem[];
  const typed = search.trim().toLowerCase();
  const found = names.filter(({ label }) => label.toLowerCase().includes(typed));
  return found.some(({ label }) => label.toLowerCase() === typed) ? names : found;
}

/** What may be chosen from a list, or typed. */
const CHOICE = {
  rightSection: <Combobox.Chevron />,
  rightSectionPointerEvents: 'none',
  filter: namesLike,
} as const;

/** What buyers read about a listing, and how they find it. */
const Basics = (props: BasicsProps) => {
  const { fields, set, errorOf, labelled, toneOf, listed, soldBy, children } = props;
  return (
    <Section title="Basics" hint="What buyers read, and what search finds.">
      <div className={classes.fields}>
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
          style={toneOf('description')}
          autosize
          minRows={2}
          maxRows={12}
          value={fields.description}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
          maxLength={5000}
          error={errorOf('description')}
        />
        <Autocomplete
          {...CHOICE}
          label={labelled('category', 'Category')}
          style={toneOf('category')}
          data={[...CATEGORY_NAMES]}
          value={fields.category}
          onChange={(category) => set({ category })}
          maxLength={40}
          error={errorOf('category')}
        />
        <TagsInput
          label="Tags"
          description="At most 10. Press Enter after each."
          value={fields.tags}
          onChange={(tags) => set({ tags })}
          maxTags={10}
          acceptValueOnBlur
          error={errorOf('tags')}
        />
        {!listed && (
          <TextInput
            label="Slug"
            description="Part of the listing’s address; cannot be changed later. Made from the title if empty."
            value={fields.slug}
            onChange={({ currentTarget }) => set({ slug: currentTarget.value })}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            error={errorOf('slug')}
          />
        )}
        {children}
      </div>
      <InCatalogue fields={fields} listed={listed} soldBy={soldBy} />
    </Section>
  );
};

type PriceName = 'amount' | 'currency' | 'unit';

interface PriceFieldsProps {
  fields: Pick<ListingFields, PriceName>;
  set: (changes: Partial<Pick<ListingFields, PriceName>>) => void;
  errorOf: (name: PriceName) => string | undefined;
}

const MANY_CALLS = 1_000;

/** What was typed as buyers will read it, and what it brings in: `Buyers pay $0.05 per call.` */
function PriceInWords({ amount: typed, currency, unit }: Pick<ListingFields, PriceName>) {
  if (priceProblem(typed) !== undefined) return null;
  const money = (amount: number) => formatMoney({ amount, currency });
  const amount = Number(typed);
  const per = unit.trim() || DEFAULT_UNIT;
  return (
    <p className={classes.hint}>
      {amount === 0
        ? 'Buyers pay nothing.'
        : `Buyers pay ${money(amount)} per ${per}: ${money(amount * MANY_CALLS)} for 1,000. All of it counts as your revenue.`}
    </p>
  );
}

/** What a call costs. */
export const PriceFields = ({ fields, set, errorOf }: PriceFieldsProps) => (
  <Stack gap="xs">
    <div className={classes.three}>
      <TextInput
        label="Price"
        inputMode="decimal"
        placeholder="0.02"
        value={fields.amount}
        onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
        maxLength={24}
        autoComplete="off"
        required
        error={errorOf('amount')}
      />
      <Select
        label="Currency"
        data={[...CURRENCIES]}
        value={fields.currency}
        onChange={(value) => set({ currency: value ?? fields.currency })}
        allowDeselect={false}
        searchable
        error={errorOf('currency')}
      />
      <Autocomplete
        {...CHOICE}
        label="Per"
        data={[...KNOWN_UNITS]}
        value={fields.unit}
        onChange={(unit) => set({ unit })}
        maxLength={40}
        error={errorOf('unit')}
      />
    </div>
    <PriceInWords {...fields} />
  </Stack>
);

/** What a call costs, and where it goes. */
const Call = ({ fields, set, errorOf }: FieldsProps) => (
  <Section title="Price and call" hint="What a call costs, and where the marketplace sends it.">
    <div className={classes.fields}>
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
      <TextInput
        label="Health endpoint"
        type="url"
        description="Called with GET every 5 minutes."
        placeholder="https://api.example.com/health"
        value={fields.healthEndpoint}
        onChange={({ currentTarget }) => set({ healthEndpoint: currentTarget.value })}
        maxLength={2048}
        error={errorOf('healthEndpoint')}
      />
    </div>
  </Section>
);

type SchemaName = 'inputSchema' | 'outputSchema';

interface JsonFieldsProps extends CheckedFieldsProps {
  /** What is wrong within a JSON text, by its place. */
  problemsIn: (name: JsonField) => readonly InputProblem[];
}

interface JsonEditorProps extends JsonFieldsProps {
  name: JsonField;
  label: string;
  hint: string;
  /** The schema that an example has to fit. */
  schema?: string;
}

const LINE_START = 1;

/** The schema that each is, or is an example of. */
const SCHEMA_OF = {
  inputSchema: 'inputSchema',
  requestExampleJson: 'inputSchema',
  outputSchema: 'outputSchema',
  responseExampleJson: 'outputSchema',
} as const satisfies Record<JsonField, SchemaName>;

function JsonEditor(props: JsonEditorProps) {
  const {
    name,
    label,
    hint,
    schema = '',
    fields,
    set,
    errorOf,
    labelled,
    toneOf,
    problemsIn,
  } = props;
  const text = fields[name];
  const unreadable = jsonFieldProblem(name, text);
  const places = new Map<number, TextPlace>();
  const add = (place: TextPlace | undefined) => place && places.set(place.line, place);
  if (unreadable !== undefined) add(placeOfProblem(unreadable));
  else {
    for (const { path } of problemsIn(name)) {
      const line = lineAt(text, path);
      add(line === undefined ? undefined : { line, column: LINE_START });
    }
  }
  const example = async () => {
    const isOwn = schema.trim() !== '' && !isSample(SCHEMA_OF[name], schema);
    if (!isOwn || jsonFieldProblem('inputSchema', schema) !== undefined) return SAMPLES[name];
    const inputFor = await loadInputFor();
    return inputFor(schema);
  };
  return (
    <JsonArea
      label={labelled(name, label)}
      style={toneOf(name)}
      name={label}
      description={hint}
      example={example}
      value={text}
      onChange={(value) => set({ [name]: value })}
      places={[...places.values()]}
      error={errorOf(name)}
    />
  );
}

/** The schemas of a listing and its examples, beside the form that buyers get. */
function JsonFields(props: JsonFieldsProps) {
  const { inputSchema, outputSchema } = props.fields;
  const [drawn, setDrawn] = useState(inputSchema);
  // The form stays while the schema is not JSON on the way to another.
  if (drawn !== inputSchema && jsonFieldProblem('inputSchema', inputSchema) === undefined) {
    setDrawn(inputSchema);
  }
  return (
    <>
      <Section title="Input" hint="What buyers send. Their form is made from the schema.">
        <div className={classes.fields}>
          <JsonEditor
            {...props}
            name="inputSchema"
            label="Input schema"
            hint="A JSON Schema. Each of its properties becomes a field of the form: “title” names it, and “required” lists those that must be filled in."
          />
          <JsonEditor
            {...props}
            name="requestExampleJson"
            label="Request example"
            hint="An input that fits the schema. The form starts with it."
            schema={inputSchema}
          />
        </div>
        <FormForBuyers schema={drawn} example={props.fields.requestExampleJson} />
      </Section>
      <Section title="Output" hint="What the service returns. Each result is checked against it.">
        <JsonEditor
          {...props}
          name="outputSchema"
          label="Output schema"
          hint="A JSON Schema of what the service returns. Buyers see when a result does not match it."
        />
        <JsonEditor
          {...props}
          name="responseExampleJson"
          label="Response example"
          hint="What the service returns for the request example."
          schema={outputSchema}
        />
        <ResultHint shown={[outputSchema.trim(), props.fields.responseExampleJson.trim()]} />
      </Section>
    </>
  );
}

/** The fields in the order of the page; `name` is that of the seller. */
const ORDER = [
  'title',
  'description',
  'category',
  'tags',
  'slug',
  'name',
  'amount',
  'currency',
  'unit',
  'method',
  'endpointPath',
  'healthEndpoint',
  'inputSchema',
  'requestExampleJson',
  'outputSchema',
  'responseExampleJson',
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

/** The roles of an error, in the colours of a warning. */
const ADVICE = {
  '--bad-fg': 'var(--warn-fg)',
  '--bad-solid': 'var(--warn-solid)',
} as CSSProperties;

interface FieldNamesProps {
  what: string;
  labels: readonly string[];
}

/** Fields in the order of the page; each leads to its field. */
const FieldNames = ({ what, labels }: FieldNamesProps) => (
  <span className={classes.wrong}>
    {what}{' '}
    {LIST.formatToParts(labels).map(({ type, value }) =>
      type === 'element' ? (
        <TextButton key={value} onClick={() => fieldOf(value)?.focus()}>
          {value}
        </TextButton>
      ) : (
        value
      ),
    )}
    .{' '}
  </span>
);

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
  /** Buttons that submit the form. */
  actions: ReactNode;
  /** What submitting does. */
  hint: ReactNode;
  /** `choice` is the value of the button. */
  onSubmit: (choice: string) => void;
}

/** A listing as it is described by hand. What was typed stays when the server refuses it. */
export function ListingForm(props: ListingFormProps) {
  const { fields, set, listed, error, failed, failure, actions, hint, onSubmit } = props;
  const isListed = listed !== undefined;
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
  const errorOf = (name: (typeof ORDER)[number]) => problemOf(name) ?? advice.shown[name];
  const asksFor = missingForBuyers(
    { ...EMPTY_FIELDS, outputSchema: fields.outputSchema },
    undefined,
  );
  const labelled = (name: keyof ListingFields, label: string) =>
    isListed || asksFor[name] === undefined ? label : <Advised>{label}</Advised>;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const choice = submitter instanceof HTMLButtonElement ? submitter.value : '';
    if (choice === 'without') setWithout(true);
    const isRight = own.check(event.currentTarget);
    // A draft may lack anything, and a choice to do without is one.
    const isComplete = choice !== '' || advice.check(event.currentTarget);
    if (!isRight || !isComplete) return;
    setSent(fields);
    onSubmit(choice);
  };
  const wrong = ORDER.filter((name) => problemOf(name) !== undefined);
  const advised = ORDER.filter(
    (name) => problemOf(name) === undefined && advice.shown[name] !== undefined,
  );
  const toneOf = (name: keyof ListingFields) => (advised.includes(name) ? ADVICE : undefined);
  const named = (names: typeof wrong) => names.map((name) => OTHER_LABELS[name] ?? labelOf(name));
  // What the marketplace has refused may be right by now.
  const asksWithout = Object.keys(own.shown).length === 0 && Object.keys(advice.shown).length > 0;
  return (
    <form onSubmit={submit} noValidate aria-label="Listing" className={classes.form}>
      {!isListed && (
        <p className={classes.hint}>
          Fields with * are required. Those marked “recommended” can be skipped: you are asked once
          before it is published.
        </p>
      )}
      <Basics
        fields={fields}
        set={set}
        errorOf={errorOf}
        labelled={labelled}
        toneOf={toneOf}
        listed={listed}
        soldBy={soldBy}
      >
        {seller?.(errorOf('name'))}
      </Basics>
      <Call fields={fields} set={set} errorOf={errorOf} />
      <JsonFields
        fields={fields}
        set={set}
        errorOf={errorOf}
        labelled={labelled}
        toneOf={toneOf}
        problemsIn={problemsIn}
      />
      {failure || (other && <ErrorNotice what={failed} error={other} />)}
      <div className={classes.steps} data-sticky>
        {actions}
        <div className={classes.effect}>
          {wrong.length === 0 && advised.length === 0 && hint}
          {wrong.length > 0 && <FieldNames what="Correct" labels={named(wrong)} />}
          {advised.length > 0 && (
            <FieldNames what="Not ready for buyers:" labels={named(advised)} />
          )}
        </div>
        {asksWithout && (
          <Button type="submit" value="without" variant="default">
            Publish anyway
          </Button>
        )}
      </div>
    </form>
  );
}
