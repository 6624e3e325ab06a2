import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../ui/Dialog.tsx';

/** The link that a click follows in this tab to another page; `null` if it does not. */
function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const { button, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  const isHere = link?.origin === location.origin && link.pathname === location.pathname;
  return link?.target || link?.hasAttribute('download') || isHere ? null : link;
}

/** While a form has changes, asks before a link or the browser leaves its page. */
export function LeaveQuestion({ hasChanges }: { hasChanges: boolean }) {
  const [link, setLink] = useState<HTMLAnchorElement>();
  const mayLeave = useRef(false);
  useEffect(() => {
    if (!hasChanges) return undefined;
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();
    const ask = (event: MouseEvent) => {
      const followed = mayLeave.current ? null : followedLink(event);
      if (!followed) return;
      event.preventDefault();
      event.stopPropagation();
      setLink(followed);
    };
    window.addEventListener('beforeunload', askBrowser);
    document.addEventListener('click', ask, true);
    return () => {
      window.removeEventListener('beforeunload', askBrowser);
      document.removeEventListener('click', ask, true);
    };
  }, [hasChanges]);
  return (
    <ConfirmDialog
      opened={link !== undefined}
      title="Leave without saving?"
      confirm="Leave"
      onConfirm={() => {
        mayLeave.current = true;
        setLink(undefined);
        link?.click();
      }}
      onClose={() => setLink(undefined)}
    >
      <p>What you typed is not saved. This tab keeps it until you come back to this form.</p>
    </ConfirmDialog>
  );
}
