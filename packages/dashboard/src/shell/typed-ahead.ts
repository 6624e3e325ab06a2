/** After so long a wait, keys do again what they otherwise do. */
const MOST_MS = 10_000;

let kept = '';
let stop: (() => void) | undefined;

/** What is typed for the list of commands before its field has the focus: it may have to be loaded first. */
export const typedAhead = {
  start(onEscape: () => void): void {
    if (stop) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.isComposing) return;
      if (key === 'Escape') {
        typedAhead.take();
        onEscape();
      } else if (key === 'Backspace') kept = kept.slice(0, -1);
      else if (key.length === 1) kept += key;
      // Enter would press what has the focus behind the list.
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    const timer = setTimeout(typedAhead.take, MOST_MS);
    stop = () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      clearTimeout(timer);
    };
  },
  /** For the field that has the focus now. */
  take(): string {
    const text = kept;
    stop?.();
    stop = undefined;
    kept = '';
    return text;
  },
};
