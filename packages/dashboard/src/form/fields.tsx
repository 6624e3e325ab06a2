import { Button } from '@mantine/core';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldErrorProps,
  FieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
} from '@rjsf/utils';
import { Icon } from '../ui/Icon.tsx';
import { visibleString } from '../ui/visible-text.ts';
import { OPTIONAL } from './drawing.ts';
import { errorText, FieldLabel, sellerText } from './FieldLabel.tsx';
import classes from './InputForm.module.css';
import { OptionalChoice } from './widgets.tsx';

/** Fields show their label, description and errors themselves. */
export const FieldTemplate = ({ children, errors }: FieldTemplateProps) => (
  <div className={classes.field}>
    {children}
    {errors}
  </div>
);

/** The errors of an object or a list as a whole. */
export function FieldErrorTemplate({ errors, schema }: FieldErrorProps) {
  const isWhole = [schema.type].flat().some((type) => type === 'object' || type === 'array');
  const texts = errors?.filter((error) => typeof error === 'string') ?? [];
  if (!isWhole || texts.length === 0) return null;
  return (
    <p role="alert" className={classes.error}>
      {errorText(texts)}
    </p>
  );
}

/** The members of an object; those of the input as a whole without a frame. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, description, properties, schema, fieldPathId } = props;
  const members = properties.map(({ content }) => content);
  if (fieldPathId.path.length === 0 && title === '') return <div>{members}</div>;
  return (
    <fieldset className={classes.group}>
      <legend>
        <FieldLabel isOptional={schema[OPTIONAL] === true}>{title}</FieldLabel>
      </legend>
      {typeof description === 'string' && description !== '' && (
        <p className={classes.description}>{sellerText(description)}</p>
      )}
      {members}
    </fieldset>
  );
}

/** The items of a list, with a button that adds one. */
export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { title, schema, items, canAdd, onAddClick } = props;
  return (
    <fieldset className={classes.group}>
      <legend>
        <FieldLabel isOptional={schema[OPTIONAL] === true}>{title}</FieldLabel>
      </legend>
      {schema.description !== undefined && (
        <p className={classes.description}>{sellerText(schema.description)}</p>
      )}
      {items}
      {canAdd && (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="plus" />}
          aria-label={`Add an item to ${visibleString(title)}`}
          onClick={onAddClick}
        >
          Add
        </Button>
      )}
    </fieldset>
  );
}

/** The button that adds an item takes the focus when one goes away with its button. */
const focusAdd = (within: Element) =>
  within.closest('fieldset')?.querySelector<HTMLElement>(':scope > button')?.focus();

/** An item of a list, and what can be done with it. */
export function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, buttonsProps, index, totalItems, hasToolbar } = props;
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } =
    buttonsProps;
  // One that does nothing stays, so that the focus does too.
  const action = (label: string, isPossible: boolean, act: (button: Element) => void) => (
    <Button
      size="xs"
      variant="subtle"
      aria-label={`${label} item ${index + 1}`}
      aria-disabled={!isPossible}
      data-disabled={isPossible ? undefined : true}
      onClick={({ currentTarget }) => {
        if (isPossible) act(currentTarget);
      }}
    >
      {label}
    </Button>
  );
  return (
    <div className={classes.item}>
      <div>{children}</div>
      {hasToolbar && (
        <div className={classes.actions}>
          {totalItems > 1 && action('Up', hasMoveUp, () => onMoveUpItem())}
          {totalItems > 1 && action('Down', hasMoveDown, () => onMoveDownItem())}
          {hasRemove &&
            action('Remove', true, (button) => {
              focusAdd(button);
              onRemoveItem();
            })}
        </div>
      )}
    </div>
  );
}

/** Which of several kinds of value it is, and the fields of that kind. */
export const MultiSchemaFieldTemplate = ({
  schema,
  selector,
  optionSchemaField,
}: MultiSchemaFieldTemplateProps) => (
  <div className={classes.choice}>
    <OptionalChoice value={schema[OPTIONAL] === true}>{selector}</OptionalChoice>
    {optionSchemaField}
  </div>
);

/** Descriptions are part of the fields. */
export const DescriptionFieldTemplate = () => null;
