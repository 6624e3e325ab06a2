// That the checks which every test of a page makes can fail.
import { expect, it } from 'vitest';
import { accessibilityFindings } from './accessibility.ts';
import { openPage } from './open-page.ts';
import { useMarket } from './sample-market.ts';

const market = useMarket();

it('a test sees a violation of the policy, a request to another host, and an error', async () => {
  const { page, problems } = await openPage(market());
  await page.goto('/sign-in');
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    const script = document.createElement('script');
    script.textContent = 'document.title = "run"';
    document.head.append(style, script);
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">Red</p>');
    setTimeout(() => {
      throw new Error('thrown by the test');
    });
    return fetch('http://127.0.0.1:9/elsewhere').catch(() => undefined);
  });
  // They arrive one by one. Chromium logs each violation, and the request twice.
  await expect.poll(() => problems.length).toBe(10);
  expect(problems).toContainEqual(expect.stringContaining('thrown by the test'));
  expect(problems).toContainEqual(expect.stringContaining('violates style-src-elem: inline'));
  expect(problems).toContainEqual(expect.stringContaining('violates style-src-attr: inline'));
  expect(problems).toContainEqual(expect.stringContaining('violates script-src-elem: inline'));
  expect(problems).toContainEqual(
    expect.stringContaining('violates connect-src: http://127.0.0.1:9/elsewhere'),
  );
  problems.length = 0;
});

it('axe finds text without contrast, and a control without a name', async () => {
  const { page } = await openPage(market());
  await page.goto('/sign-in');
  const heading = page.getByRole('heading', { level: 1 });
  await heading.evaluate((element) => {
    element.style.color = '#ddd';
    element.append(document.createElement('input'));
  });
  const findings = await accessibilityFindings(page);
  expect(findings).toContainEqual(expect.stringContaining('color-contrast: <bdi>Sign in'));
  expect(findings).toContainEqual(expect.stringContaining('label: <input'));
});
