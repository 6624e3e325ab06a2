import { expect, test } from 'vitest';
import { browserName } from '../../src/data/browser-name.ts';

const MOZILLA = 'Mozilla/5.0';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

test.each([
  [`${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox on Linux'],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Edg/143.0.0.0`, 'Edge on Windows'],
  [`${MOZILLA} (Linux; Android 16) ${CHROME}`, 'Chrome on Android'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1`,
    'Safari on iOS',
  ],
  ['curl/8.17.0', 'curl/8.17.0'],
  ['x'.repeat(500), `${'x'.repeat(60)}…`],
  [null, 'Unknown browser'],
])('names the browser of %j', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
