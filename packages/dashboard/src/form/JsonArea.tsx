import { Button, Textarea, type TextareaProps } from '@mantine/core';
import { HIDDEN_CHARACTERS } from '@mkt/protocol';
import {
  type ClipboardEvent,
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useRef,
} from 'react';
import colors from '../ui/JsonView.module.css';
import { TextButton } from '../ui/TextButton.tsx';
import { jsonParts } from '../ui/json-parts.ts';
import classes from './JsonArea.module.css';
import { indexAt, type TextPlace } from './json-place.ts';
import { inLines } from './listing-fields.ts';

const HIDDEN = new RegExp(`(${HIDDEN_CHARACTERS.source})`, 'u');

/** Further places are only marked. */
const MAX_LINKS = 3;

/** The browser's command is deprecated, but nothing else can be undone with Ctrl Z. */
const insert = (text: string): boolean => document.execCommand('insertText', false, text);

/** A JSON text that replaces everything is put into lines of its own, as a schema that was minified. */
function pasteInLines(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain');
  const formatted = inLines(pasted);
  if (selectionEnd - selectionStart < value.trim().length || formatted === pasted) return;
  if (insert(formatted)) event.preventDefault();
}

interface LineProps {
  text: string;
  /** Whether something is wrong in it. */
  isMarked: boolean;
}

/**
 * A text in which characters that cannot be seen are marked where they are: code points in their place would
 * move what follows away from the letters of the text area.
 */
const withMarks = (text: string): ReactNode =>
  text.split(HIDDEN).map((part, index) =>
    // Every second part is what the expression found, tabs among it.
    // oxlint-disable-next-line react/no-array-index-key
    index % 2 === 1 && !/^\t+$/.test(part) ? <mark key={index}>{part}</mark> : part,
  );

/** A line in its colours. Only the one that is typed into is drawn again. */
const Line = memo(({ text, isMarked }: LineProps) => (
  <span data-marked={isMarked || undefined}>
    {jsonParts(text).map(({ kind, text: part }, index) => (
      // Parts have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={kind && colors[kind]}>
        {withMarks(part)}
      </span>
    ))}
  </span>
));

/** Draws a text over its text area. */
function inColors(value: string, places: readonly TextPlace[]) {
  const marked = new Set(places.map(({ line }) => line));
  return (area: ReactNode) => (
    <div className={classes.box}>
      {area}
      <pre className={classes.lines} aria-hidden="true">
        {value.split('\n').map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <Line key={index} text={text} isMarked={marked.has(index + 1)} />
        ))}
      </pre>
    </div>
  );
}

/** The box around the text area has no margin of its own below. */
const BELOW = { mt: 5 };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Browsers leave a high field where a few of its pixels are in view, which may be below the bar of the form. */
function showWhenReached({ key, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === 'Tab') currentTarget.scrollIntoView({ block: 'nearest' });
}

interface JsonAreaProps extends Pick<
  TextareaProps,
  'description' | 'label' | 'success' | 'withSuccessStyles'
> {
  'data-advice'?: boolean;
  /** What it is called where the label is not in view. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** What may be inserted while it is empty. */
  example: () => string | Promise<string>;
  error: string | undefined;
  /** Where something is wrong. */
  places: readonly TextPlace[];
}

/**
 * A JSON text in colours with the numbers of its lines, as high as it needs to be. The colours are drawn
 * over a text area, which has the text, the cursor and the selection, but no visible letters.
 */
export function JsonArea({
  name,
  value,
  onChange,
  places,
  example,
  error,
  ...field
}: JsonAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const formatted = inLines(value);
  const isEmpty = value.trim() === '';
  const isFormatted = formatted === value.trim();
  const replace = (text: string) => {
    area.current?.select();
    area.current?.focus();
    if (!insert(text)) onChange(text);
  };
  const insertExample = async () => replace(inLines(await example()));
  const goTo = (place: TextPlace) => {
    const { current } = area;
    if (!current) return;
    const index = indexAt(value, place);
    current.focus();
    current.setSelectionRange(index, index + 1);
    const drawn = current.parentElement?.nextElementSibling;
    drawn?.children[place.line - 1]?.scrollIntoView({ block: 'center' });
  };
  return (
    <div className={classes.field}>
      <Textarea
        {...field}
        ref={area}
        variant="unstyled"
        spellCheck={false}
        autoComplete="off"
        value={value}
        error={
          error !== undefined && (
            <>
              {error}{' '}
              {places.slice(0, MAX_LINKS).map((place) => (
                <Fragment key={place.line}>
                  <TextButton onClick={() => goTo(place)}>Go to line {place.line}</TextButton>{' '}
                </Fragment>
              ))}
            </>
          )
        }
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onPaste={pasteInLines}
        onKeyUp={showWhenReached}
        errorProps={BELOW}
        successProps={BELOW}
        classNames={{ input: classes.text, label: classes.label }}
        inputContainer={inColors(value, places)}
      />
      <div className={classes.tools}>
        {!isEmpty && isFormatted ? (
          !isJson(value) && 'Not JSON yet'
        ) : (
          <Button
            size="xs"
            variant="transparent"
            px={0}
            aria-label={isEmpty ? `Insert an example: ${name}` : `Format ${name}`}
            onClick={() => (isEmpty ? void insertExample() : replace(formatted))}
          >
            {isEmpty ? 'Insert an example' : 'Format'}
          </Button>
        )}
      </div>
    </div>
  );
}
