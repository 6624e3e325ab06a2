import { Fragment } from 'react';
import { visibleParts } from './visible-text.ts';
import classes from './VisibleText.module.css';

/**
 * A text that someone else wrote: it can neither change the direction of the text around it nor hide
 * characters.
 */
export function VisibleText({ children }: { children: string }) {
  return (
    <bdi>
      {visibleParts(children).map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          // The parts of a text have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={classes.mark} title="A character that is not visible">
            {part.codePoint}
          </span>
        ),
      )}
    </bdi>
  );
}

/** An address that breaks after its slashes, not within a word. */
export function BreakableUrl({ children }: { children: string }) {
  const parts = children.split(/(?<=[^/]\/)(?=[^/])/);
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index).join('')}>
      <VisibleText>{part}</VisibleText>
      <wbr />
    </Fragment>
  ));
}
