import { Button, Checkbox, Input } from '@mantine/core';
import { pointerTo } from '@mkt/protocol';
import {
  type ClipboardEvent,
  type ComponentType,
  type KeyboardEvent,
  useId,
  useState,
} from 'react';
import { Icon } from '../ui/Icon.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import { visibleString } from '../ui/visible-text.ts';
import classes from './InputForm.module.css';
import {
  type FieldProps,
  FieldGroup,
  FieldLabel,
  sellerText,
  useErrors,
  useForm,
} from './field-parts.tsx';
import { emptyItem } from './options.ts';

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A list as it is sent: one that is empty and not needed is left out. */
const listData = ({ field }: FieldProps, items: readonly unknown[]) =>
  items.length === 0 && field.isOptional ? undefined : items;

/** What is wrong with a list and with its items, which have no fields of their own. */
function useListErrors(path: string, count: number): string | undefined {
  const { errors } = useForm();
  const ofItems = Array.from({ length: count }, (_, index) =>
    errors.get(pointerTo(path, index))?.map((error) => `Item ${index + 1}: ${error}`),
  );
  const found = [errors.get(path), ...ofItems].flatMap((each) => each ?? []);
  return found.length === 0 ? undefined : found.join('; ');
}

/** A list of words. What is being typed is its last item already, so that nothing is lost. */
export function TagsField(props: FieldProps) {
  const { field, label, path, value, onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const items = itemsOf(value).filter((item) => typeof item === 'string');
  const draft = typed !== '' && items.at(-1) === typed ? typed : '';
  const tags = draft === '' ? items : items.slice(0, -1);
  const error = useListErrors(path, items.length);
  const set = (next: readonly string[], nextDraft: string) => {
    const kept = field.isUnique ? [...new Set(next)] : next;
    setTyped(nextDraft);
    onChange(listData(props, nextDraft === '' ? kept : [...kept, nextDraft]));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (draft !== '') set([...tags, draft], '');
    } else if (event.key === 'Backspace' && draft === '') {
      set(tags.slice(0, -1), '');
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (lines.length < 2) return;
    event.preventDefault();
    set([...tags, ...(draft === '' ? [] : [draft]), ...lines], '');
  };
  const remove = (index: number) => {
    document.getElementById(id)?.focus();
    set(
      tags.filter((_, each) => each !== index),
      draft,
    );
  };
  return (
    <Input.Wrapper
      id={id}
      label={<FieldLabel isOptional={field.isOptional}>{label}</FieldLabel>}
      description={<>{sellerText(field.description)} Press Enter after each.</>}
      error={sellerText(error)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div className={classes.tags} data-error={error !== undefined || undefined}>
        {tags.length > 0 && (
          <ul aria-label={visibleString(label)}>
            {tags.map((tag, index) => (
              // The same word may be there twice.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className={classes.tag}>
                <VisibleText>{tag}</VisibleText>
                <button
                  type="button"
                  aria-label={`Remove ${visibleString(tag)}`}
                  onClick={() => remove(index)}
                >
                  <Icon name="x" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          id={id}
          value={draft}
          onChange={({ currentTarget }) => set(tags, currentTarget.value)}
          onKeyDown={onKey}
          onPaste={onPaste}
          onBlur={() => setTyped('')}
          aria-required={field.isOptional !== true}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-description${error === undefined ? '' : ` ${id}-error`}`}
          autoComplete="off"
        />
      </div>
    </Input.Wrapper>
  );
}

/** Several of some values, each once. */
export function BoxesField(props: FieldProps) {
  const { field, path, value, onChange } = props;
  const { enum: values = [], labels = [] } = field.items ?? {};
  const ticked = new Set(itemsOf(value).map((item) => JSON.stringify(item)));
  const isInvalid = useErrors(path) !== undefined;
  const set = (written: string, isTicked: boolean) => {
    if (isTicked) ticked.add(written);
    else ticked.delete(written);
    onChange(
      listData(
        props,
        values.filter((each) => ticked.has(JSON.stringify(each))),
      ),
    );
  };
  return (
    <FieldGroup {...props} isPlain>
      <div className={classes.boxes}>
        {values.map((each, index) => {
          const written = JSON.stringify(each);
          return (
            <Checkbox
              key={written}
              label={visibleString(labels[index] ?? '')}
              aria-invalid={isInvalid}
              checked={ticked.has(written)}
              onChange={({ currentTarget }) => set(written, currentTarget.checked)}
            />
          );
        })}
      </div>
    </FieldGroup>
  );
}

/** The button that adds an item takes the focus when one goes away with its button. */
const focusAdd = (within: Element) =>
  within.closest('fieldset')?.querySelector<HTMLElement>(':scope > button')?.focus();

interface ListFieldProps extends FieldProps {
  Item: ComponentType<FieldProps>;
}

/** Items that are added, moved and removed. */
export function ListField({ Item, ...props }: ListFieldProps) {
  const { field, label, path, value, onChange } = props;
  const item = field.items ?? {};
  const items = itemsOf(value);
  // Items keep their fields, and the focus, as they move.
  const [known, setKnown] = useState<{ keys: readonly number[]; removed: number }>({
    keys: [],
    removed: 0,
  });
  const keys = items.map((_, index) => known.keys[index] ?? index + known.removed);
  const move = (index: number, by: 1 | -1) => {
    const moved = <T,>(list: readonly T[]) =>
      list.with(index, list[index + by] as T).with(index + by, list[index] as T);
    setKnown({ ...known, keys: moved(keys) });
    onChange(moved(items));
  };
  const remove = (index: number) => {
    setKnown({ keys: keys.toSpliced(index, 1), removed: known.removed + 1 });
    onChange(listData(props, items.toSpliced(index, 1)));
  };
  // One that does nothing stays, so that the focus does too.
  const action = (name: string, index: number, isPossible: boolean, act: (at: Element) => void) => (
    <Button
      size="xs"
      variant="subtle"
      aria-label={`${name} item ${index + 1}`}
      aria-disabled={!isPossible}
      data-disabled={isPossible ? undefined : true}
      onClick={({ currentTarget }) => {
        if (isPossible) act(currentTarget);
      }}
    >
      {name}
    </Button>
  );
  return (
    <FieldGroup {...props}>
      {items.map((each, index) => (
        <div key={keys[index]} className={classes.item}>
          <Item
            field={item}
            label={`${item.title ?? label} ${index + 1}`}
            path={pointerTo(path, index)}
            value={each}
            onChange={(next) => onChange(items.with(index, next))}
            isItem
          />
          <div className={classes.actions}>
            {items.length > 1 && action('Up', index, index > 0, () => move(index, -1))}
            {items.length > 1 &&
              action('Down', index, index < items.length - 1, () => move(index, 1))}
            {action('Remove', index, true, (button) => {
              focusAdd(button);
              remove(index);
            })}
          </div>
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="plus" />}
        aria-label={`Add an item to ${visibleString(label)}`}
        onClick={() => onChange([...items, emptyItem(item)])}
      >
        Add
      </Button>
    </FieldGroup>
  );
}
