import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { Icon } from './Icon.tsx';
import classes from './JsonView.module.css';
import { VisibleText } from './VisibleText.tsx';
import { download } from './download.ts';
import { type JsonLine, jsonLines, valueAsWritten } from './json-lines.ts';

const LINE_PX = 20;
/** Deeper containers begin folded in a value with more members than this. */
const OPEN_MEMBERS = 100;
const OPEN_DEPTH = 3;
/** A longer string is shown in part. */
const SHOWN_CHARACTERS = 1_000;

interface JsonViewProps {
  value: unknown;
  /** What it is, as in "Result". */
  label: string;
  /** The name of the downloaded file. */
  fileName?: string;
  /** The document as it was received: its numbers are shown as they were written. */
  text?: string;
  /** Whether it is only looked at, and neither copied nor downloaded. */
  isPlain?: boolean;
}

function StringText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const isLong = text.length > SHOWN_CHARACTERS;
  const shown = all || !isLong ? text : text.slice(0, SHOWN_CHARACTERS);
  return (
    <span className={classes.string}>
      "<VisibleText>{JSON.stringify(shown).slice(1, -1)}</VisibleText>"
      {isLong && !all && (
        <button type="button" className={classes.fold} onClick={() => setAll(true)}>
          {`… ${(text.length - SHOWN_CHARACTERS).toLocaleString('en-US')} more characters`}
        </button>
      )}
    </span>
  );
}

function Line({ line, onFold }: { line: JsonLine; onFold: () => void }) {
  const { key, kind, text, comma, fold } = line;
  return (
    <span className={classes.line} style={{ paddingLeft: `calc(1.5rem + ${line.depth * 2}ch)` }}>
      {fold && (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={!fold.folded}
          aria-label={`${key ?? 'value'}, ${fold.members} members`}
          onClick={onFold}
        >
          <Icon name="right" />
        </button>
      )}
      {key !== undefined && (
        <>
          <span className={classes.key}>
            "<VisibleText>{JSON.stringify(key).slice(1, -1)}</VisibleText>"
          </span>
          :{' '}
        </>
      )}
      {kind === 'string' ? (
        <StringText text={text} />
      ) : (
        <span className={classes[kind]}>{text}</span>
      )}
      {/* It needs no room, so that it is never alone on the line below a text that fills its own. */}
      {comma && (kind === 'string' ? <span className={classes.comma}>,</span> : ',')}
      {fold?.folded && <span className={classes.count}> {fold.members}</span>}
    </span>
  );
}

/** A JSON value of any size: foldable, only the visible lines are in the page. */
export function JsonView(props: JsonViewProps) {
  const { value, label, fileName = 'value.json', text, isPlain = false } = props;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const shown = useMemo(() => (text === undefined ? value : valueAsWritten(text)), [value, text]);
  const lines = useMemo(
    () =>
      jsonLines(
        shown,
        (pointer, depth, members) =>
          toggled.get(pointer) ?? (depth >= OPEN_DEPTH || (depth > 0 && members > OPEN_MEMBERS)),
      ),
    [shown, toggled],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
    getItemKey: (index) => lines[index]?.id ?? index,
  });
  const json = () => text ?? JSON.stringify(value, null, 2);
  const flip = ({ id, fold }: JsonLine) =>
    fold && setToggled((before) => new Map(before).set(id, !fold.folded));
  return (
    <div className={classes.view}>
      <div
        ref={scroller}
        className={classes.scroller}
        role="region"
        aria-label={label}
        // Scrolled by keyboard.
        tabIndex={0}
      >
        <div className={classes.lines} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index];
            return (
              line && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={classes.row}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Line line={line} onFold={() => flip(line)} />
                </div>
              )
            );
          })}
        </div>
      </div>
      {!isPlain && (
        <div className={classes.tools}>
          <CopyButton value={json} variant="subtle" />
          <Button
            size="xs"
            variant="subtle"
            leftSection={<Icon name="download" />}
            onClick={() => download(fileName, [json()], 'application/json')}
          >
            Download
          </Button>
        </div>
      )}
    </div>
  );
}
