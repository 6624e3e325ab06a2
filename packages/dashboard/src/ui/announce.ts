/** The id of the element whose text is read aloud when it changes (shell/Layout.tsx). */
export const ANNOUNCEMENTS = 'announcements';

/** However often something changes, people hear of it this often at most. */
const EVERY_MS = 5_000;

let lastMs = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;
let next = '';

function say(): void {
  timer = undefined;
  lastMs = performance.now();
  const region = document.getElementById(ANNOUNCEMENTS);
  if (region) region.textContent = next;
}

/** Lets screen readers say something when they have finished what they are reading. */
export function announce(text: string): void {
  next = text;
  timer ??= setTimeout(say, Math.max(0, lastMs + EVERY_MS - performance.now()));
}
