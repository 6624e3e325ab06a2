import type { Page } from 'playwright-core';

/** More than any page has. */
const MOST_STOPS = 400;

/** What is at a stop of Tab; it runs in the page. `end` once all stops are known. */
function inspect(): { end: boolean; problem?: string } {
  const at = document.activeElement;
  const stops: Set<Element> = Reflect.get(window, 'stops');
  // A field for a day has several stops: the day, the month, the year and the calendar.
  if (at?.matches('[type="date"]') && at === [...stops].at(-1)) return { end: false };
  if (!(at instanceof HTMLElement) || at === document.body || stops.has(at)) return { end: true };
  const before = [...stops].at(-1);
  stops.add(at);
  const name = at.outerHTML.slice(0, 150);
  // A switch of choices shows the labels of its radio buttons.
  const label = at instanceof HTMLInputElement ? at.labels?.[0] : undefined;
  const isHidden = at.matches('input[type="radio"]') && label;
  const shown = isHidden ? label : at;
  const around = [at, at.nextElementSibling, at.parentElement, at.parentElement?.parentElement];
  const isMarked = around
    .flatMap((it) => (it ? [getComputedStyle(it), getComputedStyle(it, '::after')] : []))
    .some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px');
  if (!isMarked) return { end: false, problem: `nothing marks ${name}` };
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const group = at.closest('search, form');
  const last = group?.contains(before ?? null) ? before?.getBoundingClientRect() : undefined;
  // In a row, Tab leads from left to right.
  if (last && last.top < bottom && top < last.bottom && right <= last.left) {
    return { end: false, problem: `${name} is before ${before?.outerHTML.slice(0, 150)}` };
  }
  // The middle of what of it is in the window.
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const seen = document.elementFromPoint(x, y);
  const isSeen = seen && (shown.contains(seen) || seen.contains(shown) || label?.contains(seen));
  if (isSeen) return { end: false };
  return { end: false, problem: `${name} is out of sight, below ${seen?.outerHTML.slice(0, 80)}` };
}

/** What can be used on the page and is no stop of Tab; it runs in the page. */
function missed(): string[] {
  const stops: Set<Element> = Reflect.get(window, 'stops');
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex]';
  // Of radio buttons, the chosen one is a stop, and the arrows lead to the others.
  const groups = new Set([...stops].map((stop) => stop.getAttribute('name') ?? ''));
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => control.tabIndex >= 0 && !control.matches(':disabled'))
    .filter(({ type, name }: Partial<HTMLInputElement>) => type !== 'radio' || !groups.has(name!))
    .filter((control) => !stops.has(control))
    .map((control) => `never reached: ${control.outerHTML.slice(0, 150)}`);
}

/** Goes through a page with Tab, from its top to its end: what a person with a keyboard would miss. */
export async function walkWithTab(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    Reflect.set(window, 'stops', new Set());
    // Tab goes on from what had the focus last, even if it has it no longer.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    scrollTo(0, 0);
  });
  const problems: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const { end, problem } = await page.evaluate(inspect);
    if (end) break;
    if (problem !== undefined) problems.push(problem);
  }
  return [...problems, ...(await page.evaluate(missed))];
}
