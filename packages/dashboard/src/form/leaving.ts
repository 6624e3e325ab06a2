import type { AroundNavHandler } from 'wouter';

type Leave = () => void;

interface Question {
  /** Of the page that is asked about. */
  href: string;
  pathname: string;
  ask: (leave: Leave) => void;
}

/** Of the form on this page that has changes, if there is one. */
let question: Question | undefined;

/** Runs `leave`, after which another page is shown; while a form has changes, asks first. */
export function leaveBy(leave: Leave): void {
  if (question) question.ask(leave);
  else leave();
}

/** What links, commands and other code navigate with. */
export const navigateOrAsk: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options);
  if (new URL(to, location.href).pathname === location.pathname) go();
  else leaveBy(go);
};

/** Asks before this page is left, also by Back and by the browser. */
export function askBeforeLeaving(ask: Question['ask']): void {
  question = { href: location.href, pathname: location.pathname, ask };
}

/** No question from now on: the changes were saved or given up, or the page is left. */
export function endQuestion(): void {
  question = undefined;
}

function onBack(event: PopStateEvent): void {
  if (!question || location.pathname === question.pathname) return;
  // The address has changed already. The page is put after the one that Back leads to, as it was, and
  // the router does not see the difference.
  event.stopImmediatePropagation();
  const { scrollX, scrollY } = window;
  history.pushState(null, '', question.href);
  // Where that page was scrolled to, the browser has yet to restore.
  requestAnimationFrame(() => window.scrollTo(scrollX, scrollY));
  question.ask(() => history.back());
}

function onUnload(event: BeforeUnloadEvent): void {
  if (question) event.preventDefault();
}

/** Before anything is rendered: the router must hear of Back after the question. */
export function watchLeaving(): void {
  window.addEventListener('popstate', onBack);
  window.addEventListener('beforeunload', onUnload);
}
