import { useId, type ReactNode } from 'react';
import classes from './shell.module.css';

interface PopoverMenuProps {
  /** What the button says; `label` if that is not what it does. */
  button: ReactNode;
  label?: string;
  className?: string;
  /** Where it opens, if not above the foot of the navigation. */
  contentClassName?: string;
  /** Links and buttons: choosing one closes it. */
  children: ReactNode;
}

/**
 * A few links behind a button, by the browser's own popover: Escape and a click elsewhere close it.
 * Mantine's Menu would be a seventh of the shell.
 */
export function PopoverMenu({
  button,
  label,
  className,
  contentClassName,
  children,
}: PopoverMenuProps) {
  const id = useId();
  return (
    <div className={classes.menu}>
      <button type="button" className={className} popoverTarget={id} aria-label={label}>
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        className={[classes.content, contentClassName].join(' ')}
        onClick={({ currentTarget, target }) => {
          if ((target as Element).closest('a, button')) currentTarget.hidePopover();
        }}
      >
        {children}
      </div>
    </div>
  );
}
