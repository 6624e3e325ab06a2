import classes from './JsonView.module.css';
import type { JsonLine } from './json-lines.ts';
import { VisibleText } from './VisibleText.tsx';

/** More than one line has room for. */
const SHOWN_CHARACTERS = 200;

const quoted = (text: string) => JSON.stringify(text.slice(0, SHOWN_CHARACTERS)).slice(1, -1);

const Line = ({ line: { depth, key, kind, text, comma } }: { line: JsonLine }) => (
  <span>
    {'  '.repeat(depth)}
    {key !== undefined && (
      <>
        <span className={classes.key}>
          "<VisibleText>{quoted(key)}</VisibleText>"
        </span>
        :{' '}
      </>
    )}
    {kind === 'string' ? (
      <span className={classes.string}>
        "<VisibleText>{quoted(text)}</VisibleText>"
      </span>
    ) : (
      <span className={classes[kind]}>
        <VisibleText>{text.slice(0, SHOWN_CHARACTERS)}</VisibleText>
      </span>
    )}
    {comma && ','}
  </span>
);

/** The beginning of a JSON document (`excerptOf`, `sketchOf`), to be looked at: each line is cut where the room ends. */
export const JsonExcerpt = ({ lines }: { lines: readonly JsonLine[] }) => (
  <pre className={classes.excerpt}>
    {lines.map((line) => (
      <Line key={line.id} line={line} />
    ))}
  </pre>
);
