import { useEffect, useSyncExternalStore } from 'react';

/** What the keys of `KEYS` open. */
export type Opened = 'commands' | 'keys';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** How the key of the commands is written. */
export const COMMANDS_KEY = isMac ? '⌘ K' : 'Ctrl K';

/** Every key, as the list of keys shows them (docs/start/dashboard.md#keys). */
export const KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: [COMMANDS_KEY], does: 'Go to a page, a listing or an order, or run a command' },
  { keys: ['/'], does: 'Search on this page' },
  { keys: ['j', 'k'], does: 'Next and previous row of a list; the arrows do the same in it' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['?'], does: 'Show these keys' },
];

const STORED = 'mkt-single-keys';
const listeners = new Set<() => void>();

/** Whether keys without Ctrl or ⌘ do something: they disturb people who control a browser by voice. */
export const singleKeys = {
  get(): boolean {
    try {
      return localStorage.getItem(STORED) !== 'off';
    } catch {
      return true;
    }
  },
  set(on: boolean): void {
    try {
      if (on) localStorage.removeItem(STORED);
      else localStorage.setItem(STORED, 'off');
    } catch {
      // Without storage they stay on.
    }
    for (const listener of listeners) listener();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeys.get);

const NO_TEXT = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file']);

/** Whether a key that is pressed here is text, or chooses something. */
function isTyping(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !NO_TEXT.has(target.type);
  return target.matches('textarea, select, [contenteditable], [role="combobox"], [role="listbox"]');
}

const LISTS = '[role="table"], table, [data-list]';
const ROWS = '[role="row"]:has([role="cell"]), tbody > tr, [data-list] > li';
const GOALS = 'a[href], button:not(:disabled)';

const goalOf = (row: Element | undefined) => row?.querySelector<HTMLElement>(GOALS);

/** Moves the focus by so many rows in the list that has it, or into the first list of the page. */
function move(by: 1 | -1): boolean {
  const active = document.activeElement;
  const main = document.querySelector('main');
  const list = active?.closest(LISTS) ?? main?.querySelector(LISTS);
  const rows = [...(list?.querySelectorAll(ROWS) ?? [])].filter(goalOf);
  const index = rows.findIndex((row) => row.contains(active));
  const goal = goalOf(rows[index === -1 ? 0 : index + by]);
  goal?.focus();
  goal?.scrollIntoView({ block: 'nearest' });
  return goal !== undefined;
}

/** Opens the row after or before the one that is open beside its list; false if none is. */
function moveOpen(by: 1 | -1): boolean {
  const row = document.querySelector('main [role="row"][aria-current="true"]');
  if (!row) return false;
  const rows = [...(row.closest(LISTS)?.querySelectorAll(ROWS) ?? [])];
  const goal = goalOf(rows[rows.indexOf(row) + by]);
  // The focus returns to it when it is closed.
  goal?.focus();
  goal?.click();
  return true;
}

/** Focuses the search of the page; false if it has none. */
function search(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type="search"]');
  const field = [...fields].find((input) => input.offsetParent !== null);
  field?.focus();
  field?.select();
  return field !== undefined;
}

/** What a key does on its own; false if nothing. */
function press(key: string, target: Element, open: (what: Opened) => void): boolean {
  switch (key) {
    case '/':
      if (!search()) open('commands');
      return true;
    case '?':
      open('keys');
      return true;
    case 'j':
      return moveOpen(1) || move(1);
    case 'k':
      return moveOpen(-1) || move(-1);
    case 'ArrowDown':
      return target.closest(ROWS) !== null && move(1);
    case 'ArrowUp':
      return target.closest(ROWS) !== null && move(-1);
    default:
      return false;
  }
}

/** Listens to the keys of `KEYS`. None does anything while a dialog asks something. */
export function useKeys(open: (what: Opened) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, metaKey, ctrlKey, altKey, shiftKey, defaultPrevented } = event;
      if (defaultPrevented || event.isComposing || altKey || !(target instanceof Element)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      if (isMac ? metaKey : ctrlKey) {
        if (key.toLowerCase() !== 'k' || shiftKey) return;
        event.preventDefault();
        open('commands');
      } else if (!metaKey && !ctrlKey && !isTyping(target)) {
        const isSingle = !key.startsWith('Arrow');
        if (isSingle && !singleKeys.get()) return;
        if (press(key, target, open)) event.preventDefault();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
}
