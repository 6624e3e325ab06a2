import type { AroundNavHandler } from 'wouter';

type Leave = () => void;

interface Question {
  /** The address of the page that has the form. */
  href: string;
  pathname: string;
  ask: (leave: Leave) => void;
}

/** The question of the form on this page that has changes, if there is one. */
let question: Question | undefined;

/** Runs `leave`, which shows another page; while a form has changes, asks first. */
export function leaveBy(leave: Leave): void {
  if (question) question.ask(leave);
  else leave();
}

/** Every navigation goes through this: links, commands and code. */
export const navigateOrAsk: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options);
  if (new URL(to, location.href).pathname === location.pathname) go();
  else leaveBy(go);
};

/** Asks before this page is left, whether by Back or by closing the tab. */
export function askBeforeLeaving(ask: Question['ask']): void {
  question = { href: location.href, pathname: location.pathname, ask };
}

/** Stops asking: the changes were saved or discarded, or the page is being left. */
export function endQuestion(): void {
  question = undefined;
}

function onBack(event: PopStateEvent): void {
  if (!question || location.pathname === question.pathname) return;
  // The address has already changed. The form's page is put back on top of the one that Back leads to, so
  // that the router sees no difference.
  event.stopImmediatePropagation();
  const { scrollX, scrollY } = window;
  history.pushState(null, '', question.href);
  // The browser has yet to restore where that page was scrolled to.
  requestAnimationFrame(() => window.scrollTo(scrollX, scrollY));
  question.ask(() => history.back());
}

function onUnload(event: BeforeUnloadEvent): void {
  if (question) event.preventDefault();
}

/**
 * Must be called before anything is rendered, so that the router hears of Back only after the question.
 */
export function watchLeaving(): void {
  window.addEventListener('popstate', onBack);
  window.addEventListener('beforeunload', onUnload);
}
