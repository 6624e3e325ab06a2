import { Box, Button, Textarea, type TextareaProps } from '@mantine/core';
import { type ClipboardEvent, useRef } from 'react';
import classes from './JsonArea.module.css';
import { inLines } from './listing-fields.ts';

const MIN_LINES = 6;
const MAX_LINES = 24;

/** The browser's command is deprecated, but nothing else can be undone with Ctrl Z. */
const insert = (text: string): boolean => document.execCommand('insertText', false, text);

/** Replaces a whole text by a JSON text in one line, such as a schema that was minified, in lines of its own. */
function pasteInLines(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain');
  if (selectionEnd - selectionStart < value.trim().length || pasted.trim().includes('\n')) return;
  if (insert(inLines(pasted))) event.preventDefault();
}

interface JsonAreaProps extends Pick<TextareaProps, 'description' | 'error'> {
  label: string;
  /** A JSON text, shown while it is empty. */
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** The lines in which something is wrong, from 1. */
  marked: readonly number[];
}

/** A text of several lines with their numbers, as long as it needs to be up to 24 lines. */
export function JsonArea({ value, onChange, marked, placeholder, ...field }: JsonAreaProps) {
  const numbers = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const formatted = inLines(value);
  const format = () => {
    area.current?.select();
    area.current?.focus();
    if (!insert(formatted)) onChange(formatted);
  };
  const count = value.split('\n').length;
  const lines = Array.from({ length: count }, (_, index) => index + 1);
  return (
    <Box pos="relative">
      <Textarea
        {...field}
        ref={area}
        placeholder={inLines(placeholder)}
        rows={Math.min(Math.max(count, MIN_LINES), MAX_LINES)}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        value={value}
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
      {formatted !== value.trim() && (
        <Button
          pos="absolute"
          top={-4}
          right={0}
          size="xs"
          variant="subtle"
          aria-label={`Format ${field.label}`}
          onClick={format}
        >
          Format
        </Button>
      )}
    </Box>
  );
}
