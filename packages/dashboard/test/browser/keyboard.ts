// A person who has a keyboard and no mouse.
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { openPage, type BrowserPage } from './open-page.ts';

/** More than any page has. */
const MOST_STOPS = 250;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Waits until an element has the focus; a test that fails says what has it instead. */
export async function expectFocus(target: Locator): Promise<void> {
  const focused = async () =>
    (await target.count()) === 1 && (await hasFocus(target))
      ? String(target)
      : await target.page().locator(':focus').ariaSnapshot();
  await expect.poll(focused, { timeout: 20_000 }).toBe(String(target));
}

/** Presses a key until an element has the focus. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor({ state: 'attached' });
  const { keyboard } = target.page();
  // Finding an element by its role is slow, so it is found once, and again only if it has been re-rendered.
  let element = await target.elementHandle();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await keyboard.press(key);
    const state = await element?.evaluate((it) =>
      it === document.activeElement ? 'focused' : it.isConnected ? 'there' : 'gone',
    );
    if (state === 'focused') return;
    if (state === 'gone') element = await target.elementHandle();
  }
  throw new Error(`${key} never reaches ${String(target)}.`);
}

/** Goes to an element, and presses a key on it. */
export async function pressOn(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

/** Goes to a field, and types over what is in it. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  const { keyboard } = target.page();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type(text);
}

/** Opens a field's list, goes down to one of its options, and takes it. */
export async function chooseFrom(field: Locator, option: Locator): Promise<void> {
  const { keyboard } = field.page();
  await keyboard.press('ArrowDown');
  await option.waitFor();
  // A person looks where they are before they go on: the list takes a frame or two to open.
  const isMarked = async () =>
    (await option.getAttribute('id')) === (await field.getAttribute('aria-activedescendant'));
  for (let steps = 0; !(await isMarked()); steps += 1) {
    if (steps === MOST_STOPS) throw new Error(`ArrowDown never reaches ${String(option)}.`);
    await keyboard.press('ArrowDown');
  }
  await keyboard.press('Enter');
}

/** A browser in which a test fails if it uses the mouse. */
export async function openWithoutMouse(
  ...options: Parameters<typeof openPage>
): Promise<BrowserPage> {
  const browser = await openPage(...options);
  await browser.context.addInitScript(() => {
    addEventListener('pointerdown', () => {
      throw new Error('The mouse was used.');
    });
  });
  return browser;
}
