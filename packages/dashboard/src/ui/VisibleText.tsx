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
