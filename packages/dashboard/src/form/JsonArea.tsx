import { Box, Button, Textarea, type TextareaProps } from '@mantine/core';
import { type ClipboardEvent, Fragment, useRef } from 'react';
import { TextButton } from '../ui/TextButton.tsx';
import classes from './JsonArea.module.css';
import { indexAt, type TextPlace } from './json-place.ts';
import { inLines } from './listing-fields.ts';

const MIN_LINES = 6;
const MAX_LINES = 24;
/** Further places are only marked. */
const MAX_LINKS = 3;

/** The browser's command is deprecated, but nothing else can be undone with Ctrl Z. */
const insert = (text: string): boolean => document.execCommand('insertText', false, text);

/** Replaces a whole text by a JSON text in one line, such as a schema that was minified, in lines of its own. */
function pasteInLines(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain');
  if (selectionEnd - selectionStart < value.trim().length || pasted.trim().includes('\n')) return;
  if (insert(inLines(pasted))) event.preventDefault();
}

interface JsonAreaProps extends Pick<TextareaProps, 'description'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What may be inserted while it is empty. */
  example: () => string | Promise<string>;
  error: string | undefined;
  /** Where something is wrong. */
  places: readonly TextPlace[];
}

/** A text of several lines with their numbers, as long as it needs to be up to 24 lines. */
export function JsonArea({ value, onChange, places, example, error, ...field }: JsonAreaProps) {
  const numbers = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const formatted = inLines(value);
  const isEmpty = value.trim() === '';
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
    // A text that is longer than its box shows the line below a few others.
    current.scrollTop = ((place.line - 4) * current.scrollHeight) / count;
  };
  const count = value.split('\n').length;
  const marked = [...new Set(places.map(({ line }) => line))];
  const lines = Array.from({ length: count }, (_, index) => index + 1);
  return (
    <Box pos="relative">
      <Textarea
        {...field}
        ref={area}
        rows={Math.min(Math.max(count, MIN_LINES), MAX_LINES)}
        wrap="off"
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
        onScroll={({ currentTarget }) => {
          if (numbers.current) numbers.current.style.translate = `0 ${-currentTarget.scrollTop}px`;
        }}
        classNames={{ input: classes.text, section: classes.gutter }}
        leftSectionPointerEvents="none"
        leftSectionWidth="3rem"
        leftSection={
          <div ref={numbers} className={classes.numbers} aria-hidden="true">
            {lines.join('\n')}
            {marked.map((line) => (
              <span key={line} style={{ top: `calc(${line - 1} * var(--line))` }}>
                {line}
              </span>
            ))}
          </div>
        }
      />
      {(isEmpty || formatted !== value.trim()) && (
        <Button
          pos="absolute"
          top={-4}
          right={0}
          size="xs"
          variant="subtle"
          aria-label={isEmpty ? `Insert an example: ${field.label}` : `Format ${field.label}`}
          onClick={() => (isEmpty ? void insertExample() : replace(formatted))}
        >
          {isEmpty ? 'Insert an example' : 'Format'}
        </Button>
      )}
    </Box>
  );
}
