import type { Locator } from 'playwright-core';
import { pollUntil } from '../../../../test-bed/poll-until.ts';

/** How long elements are looked for often; after that Playwright waits as usual, up to its own deadline. */
const OFTEN_MS = 10_000;

/** Methods of a locator that wait, by what most of them wait for. */
const WAITING = {
  waitFor: 'visible',
  click: 'visible',
  fill: 'visible',
  check: 'visible',
  uncheck: 'visible',
  selectOption: 'visible',
  press: 'attached',
  focus: 'attached',
  innerText: 'attached',
  textContent: 'attached',
  inputValue: 'attached',
  getAttribute: 'attached',
} as const;

type Method = keyof typeof WAITING;
type State = 'attached' | 'detached' | 'visible' | 'hidden';
type Waiting = Record<Method, (this: Locator, ...options: unknown[]) => Promise<unknown>>;

const IS_IN: Record<State, (locator: Locator) => Promise<boolean>> = {
  attached: async (locator) => (await locator.count()) > 0,
  detached: async (locator) => (await locator.count()) === 0,
  visible: (locator) => locator.first().isVisible(),
  hidden: async (locator) => !(await locator.first().isVisible()),
};

const prompt = new WeakSet<object>();

/**
 * Makes all locators notice soon that what they wait for is there. Playwright looks after 20, 70, 170,
 * 270 and then every 500 ms; most pages take a little longer than 270 ms.
 */
export function makeLocatorsPrompt(some: Locator): void {
  const locators: Waiting = Object.getPrototypeOf(some);
  if (prompt.has(locators)) return;
  prompt.add(locators);
  for (const method of Object.keys(WAITING) as Method[]) {
    const original = locators[method];
    locators[method] = async function waitOften(...options) {
      const given =
        method === 'waitFor' ? (options[0] as { state?: State } | undefined) : undefined;
      const state = given?.state ?? WAITING[method];
      const poll = async () => ((await IS_IN[state](this)) ? true : undefined);
      // Whatever goes wrong, Playwright says it best.
      await pollUntil(`${method}: ${state}`, poll, OFTEN_MS).catch(() => undefined);
      return original.apply(this, options);
    };
  }
}
