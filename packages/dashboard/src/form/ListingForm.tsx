import { Autocomplete, Select, Skeleton, TagsInput, Textarea, TextInput } from '@mantine/core';
import { ApiError } from '@mkt/client';
import { CURRENCIES, KNOWN_CATEGORIES, KNOWN_UNITS } from '@mkt/protocol';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { retried } from '../data/connection.ts';
import { formErrors } from '../data/errors.ts';
import { Card } from '../ui/Card.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { deferred } from '../ui/deferred.tsx';
import type { FormPreviewProps } from './FormPreview.tsx';
import { JsonArea } from './JsonArea.tsx';
import classes from './ListingForm.module.css';
import { useSchemaProblems } from './input-checker.ts';
import { lineAt, lineOfProblem } from './json-place.ts';
import {
  isSendable,
  type JsonField,
  jsonFieldProblem,
  type ListingFields,
  METHODS,
  PLACES,
  placesInWords,
  placesWithin,
  unsendable,
} from './listing-fields.ts';
import { labelOf } from '../ui/check-words.ts';
import { focusInvalid } from './first-invalid.ts';
import { useOwnMessages, WEB_ADDRESS } from './own-messages.ts';
import type { AskedName } from './seller-name.tsx';

const FormPreview = deferred(retried(() => import('./FormPreview.tsx')));

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
  /** Why the server refused a field. */
  errorOf: (name: keyof ListingFields) => string | undefined;
}

interface SectionProps {
  title: string;
  /** Whether its fields are for a line of text each. */
  isNarrow?: boolean;
  /** What it is for. */
  hint: string;
  children: ReactNode;
}

/** A part of the form: what it is for, beside its fields. */
const Section = ({ title, hint, isNarrow, children }: SectionProps) => (
  <fieldset className={classes.section}>
    <legend className="visually-hidden">{title}</legend>
    <div className={classes.about}>
      <h2>{title}</h2>
      <p>{hint}</p>
    </div>
    <div className={classes.fields} data-narrow={isNarrow}>
      {children}
    </div>
  </fieldset>
);

interface BasicsProps extends FieldsProps {
  isListed: boolean;
  /** Further fields. */
  children: ReactNode;
}

/** What buyers read about a listing, and how they find it. */
const Basics = ({ fields, set, errorOf, isListed, children }: BasicsProps) => (
  <Section title="Basics" hint="What buyers read, and what search finds." isNarrow>
    <TextInput
      label="Title"
      name="title"
      value={fields.title}
      onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      maxLength={200}
      autoComplete="off"
      required
      error={errorOf('title')}
    />
    <Textarea
      label="Description"
      autosize
      minRows={2}
      maxRows={12}
      value={fields.description}
      onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      maxLength={5000}
      error={errorOf('description')}
    />
    <Autocomplete
      label="Category"
      data={[...KNOWN_CATEGORIES]}
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
    {!isListed && (
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
  </Section>
);

type PriceName = 'amount' | 'currency' | 'unit';

interface PriceFieldsProps {
  fields: Pick<ListingFields, PriceName>;
  set: (changes: Partial<Pick<ListingFields, PriceName>>) => void;
  errorOf: (name: PriceName) => string | undefined;
}

/** What a call costs. */
export const PriceFields = ({ fields, set, errorOf }: PriceFieldsProps) => (
  <div className={classes.three}>
    <TextInput
      label="Price"
      name="amount"
      inputMode="decimal"
      pattern="[0-9]+(\.[0-9]{0,6}0*)?|\.[0-9]{1,6}0*"
      title="Enter a number such as 0.02, with at most 6 decimals; 0 if calls are free."
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
      label="Per"
      data={[...KNOWN_UNITS]}
      value={fields.unit}
      onChange={(unit) => set({ unit })}
      maxLength={40}
      error={errorOf('unit')}
    />
  </div>
);

/** What a call costs, and where it goes. */
const Call = ({ fields, set, errorOf }: FieldsProps) => (
  <Section
    title="Price and call"
    hint="What a call costs, and where the marketplace sends it."
    isNarrow
  >
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
        name="endpointPath"
        title="Enter a whole address, such as https://api.example.com/run."
        type="url"
        pattern={WEB_ADDRESS}
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
      name="healthEndpoint"
      title="Enter a whole address, such as https://api.example.com/health."
      type="url"
      pattern={WEB_ADDRESS}
      description="Called with GET every 5 minutes."
      placeholder="https://api.example.com/health"
      value={fields.healthEndpoint}
      onChange={({ currentTarget }) => set({ healthEndpoint: currentTarget.value })}
      maxLength={2048}
      error={errorOf('healthEndpoint')}
    />
  </Section>
);

interface JsonFieldsProps extends Pick<FieldsProps, 'fields' | 'set'> {
  /** What the server found in the last request. */
  details: readonly { path: string; message: string }[];
}

interface JsonEditorProps extends JsonFieldsProps {
  name: JsonField;
  label: string;
  hint: string;
  /** Shown while it is empty. */
  sample: string;
  /** What is wrong in addition to what the server found, by its place in the text. */
  problems?: readonly { path: string; message: string }[];
}

const NO_PLACES: readonly [] = [];

function JsonEditor(props: JsonEditorProps) {
  const { name, label, hint, sample, problems = NO_PLACES, fields, set, details } = props;
  const text = fields[name];
  const unreadable = jsonFieldProblem(name, text);
  const found = problems.length > 0 ? problems : placesWithin(name, details);
  const marked =
    unreadable === undefined
      ? found.map(({ path }) => lineAt(text, path))
      : [lineOfProblem(unreadable)];
  return (
    <JsonArea
      label={label}
      description={hint}
      placeholder={sample}
      value={text}
      onChange={(value) => set({ [name]: value })}
      marked={[...new Set(marked.filter((line) => line !== undefined))]}
      error={unreadable ?? (placesInWords(text, found) || undefined)}
    />
  );
}

/** What the marketplace would refuse in a schema, as soon as it is typed. */
function SchemaEditor(props: JsonEditorProps & { name: 'inputSchema' | 'outputSchema' }) {
  const { name, fields } = props;
  const text = fields[name];
  const isSchema = text.trim() !== '' && jsonFieldProblem(name, text) === undefined;
  return <JsonEditor {...props} problems={useSchemaProblems(isSchema ? text : undefined)} />;
}

/** The schemas of a listing and its examples, beside the form that buyers get. */
function JsonFields(props: JsonFieldsProps) {
  const { inputSchema } = props.fields;
  const [drawn, setDrawn] = useState(inputSchema);
  // The form stays while the schema is not JSON on the way to another.
  if (drawn !== inputSchema && jsonFieldProblem('inputSchema', inputSchema) === undefined) {
    setDrawn(inputSchema);
  }
  return (
    <>
      <Section title="Input" hint="What buyers send. Their form is made from the schema.">
        <div className={classes.columns}>
          <div className={classes.fields}>
            <SchemaEditor
              {...props}
              name="inputSchema"
              label="Input schema"
              hint="JSON Schema of what buyers send."
              sample='{ "type": "object", "properties": { "text": { "type": "string" } } }'
            />
            <JsonEditor
              {...props}
              name="requestExampleJson"
              label="Request example"
              hint="Buyers start with it."
              sample='{ "text": "Good morning" }'
            />
          </div>
          <FormForBuyers schema={drawn} example={props.fields.requestExampleJson} />
        </div>
      </Section>
      <Section title="Output" hint="What the service returns. Each result is checked against it.">
        <div className={classes.columns}>
          <SchemaEditor
            {...props}
            name="outputSchema"
            label="Output schema"
            hint="JSON Schema of what the service returns."
            sample='{ "type": "object", "properties": { "words": { "type": "integer" } } }'
          />
          <JsonEditor
            {...props}
            name="responseExampleJson"
            label="Response example"
            hint="What the service returns for the request example."
            sample='{ "words": 2 }'
          />
        </div>
      </Section>
    </>
  );
}

/** What is said of a field that is empty; those without words may be. */
export const ASKING_LISTING = {
  title: 'Enter a title.',
  amount: 'Enter a price: 0 if calls are free.',
  endpointPath: 'Enter the address that calls are sent to.',
  healthEndpoint: '',
} as const;

/** `name` is that of the seller. */
const PLACE_NAMES = [...Object.values(PLACES), 'name'] as const;

interface ListingFormProps {
  fields: ListingFields;
  set: (changes: Partial<ListingFields>) => void;
  /** Whether it has its slug, which never changes. */
  isListed?: boolean;
  /** The field for the name of a seller who has none. */
  seller?: AskedName['field'];
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
  const { fields, set, isListed = false, error, failed, failure, actions, hint, onSubmit } = props;
  const { seller } = props;
  const { fields: refused, other } = formErrors(error, PLACE_NAMES);
  const own = useOwnMessages(ASKING_LISTING, error);
  const messages: Partial<Record<keyof ListingFields, string>> = own.messages;
  const errorOf = (name: keyof ListingFields) => messages[name] ?? refused[PLACES[name]];
  const details = error instanceof ApiError ? error.details : [];
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isFilled = own.check(event.currentTarget);
    if (!isSendable(fields)) focusInvalid(event.currentTarget);
    if (!isFilled || !isSendable(fields)) return;
    const { submitter } = event.nativeEvent;
    onSubmit(submitter instanceof HTMLButtonElement ? submitter.value : '');
  };
  const [wrong = unsendable(fields)] = Object.keys(own.messages);
  return (
    <form
      onSubmit={submit}
      onInput={own.onInput}
      noValidate
      aria-label="Listing"
      className={classes.form}
    >
      <Basics fields={fields} set={set} errorOf={errorOf} isListed={isListed}>
        {seller?.(refused.name)}
      </Basics>
      <Call fields={fields} set={set} errorOf={errorOf} />
      <JsonFields fields={fields} set={set} details={details} />
      {failure || (other && <ErrorNotice what={failed} error={other} />)}
      {!failure && !other && Boolean(error) && (
        <p role="alert" className={classes.hint}>
          {failed}: see the fields marked above.
        </p>
      )}
      <div className={classes.steps} data-sticky>
        {actions}
        <div className={classes.effect}>
          {wrong === undefined ? hint : `Correct “${labelOf(wrong)}” first.`}
        </div>
      </div>
    </form>
  );
}
