import { useEffect, useRef, useState } from 'react';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';

/** What a seller says of a listing; a few lines of it until the rest is asked for. */
export function Description({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const shown = paragraph.current;
    if (!shown || isOpen) return undefined;
    // Also when another text, or the font, changes its height.
    const observer = new ResizeObserver(() => setLong(shown.scrollHeight > shown.clientHeight + 1));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div>
      <p ref={paragraph} className={classes.description} data-clamped={!isOpen || undefined}>
        <VisibleText>{text}</VisibleText>
      </p>
      {(isLong || isOpen) && (
        <button
          type="button"
          className="link-button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
        </button>
      )}
    </div>
  );
}
