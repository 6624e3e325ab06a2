import { useEffect } from 'react';

/** The headings before an element, in its dialog or in the page, the closest first. */
function headingsBefore(element: Element): HTMLElement[] {
  const within = element.closest('[role="dialog"], main');
  const headings = [...(within?.querySelectorAll<HTMLElement>('h1, h2, h3') ?? [])];
  const isBefore = (heading: Element) =>
    (heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return headings.filter(isBefore).toReversed();
}

const isDisabled = (element: Element) => element.matches(':disabled');

/**
 * Gives the focus back where a browser would drop it, and a screen reader would begin again at the top of
 * the page. A button that waits for a response is disabled until then, and has the focus again afterwards.
 * If what had the focus leaves the page, as a button does that has nothing left to do, the heading above
 * it has the focus, unless something else has taken it by then.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: HTMLElement | undefined;
    let headings: HTMLElement[] = [];
    const onFocus = ({ target }: FocusEvent) => {
      focused = target as HTMLElement;
      headings = headingsBefore(focused);
    };
    const onBlur = ({ target }: FocusEvent) => {
      // Asked now: a quick response may enable it again before the timer fires.
      if (isDisabled(target as HTMLElement)) return;
      // When it is known whether it has left the page.
      void setTimeout(() => {
        if (focused === target && focused?.isConnected) focused = undefined;
      });
    };
    const restore = () => {
      if (!focused || document.activeElement !== document.body) return;
      if (focused.isConnected) {
        if (!isDisabled(focused)) focused.focus({ preventScroll: true });
        return;
      }
      focused = undefined;
      const heading = headings.find(({ isConnected }) => isConnected);
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (focused && document.activeElement === document.body) setTimeout(restore);
    });
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, []);
}
