// docs/reference/configuration.md: settings that would not do what their operator meant are refused.
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, readEnvironment } from '../../src/server/config.ts';
import { openDataFolder, requireOwnUser } from '../../src/server/data-folder.ts';
import { newFolder } from '../market.ts';

const read = (environment: Record<string, string>) =>
  readConfig({ dev: true }, readEnvironment(environment), undefined);

describe('a setting', () => {
  it.each([
    ['MKT_TRUSTED_PROXIES', '0.0.0.0/0', /^MKT_TRUSTED_PROXIES must not contain every address/],
    ['MKT_TRUSTED_PROXIES', '10.0.0.0/8, ::/0', /every address \(::\/0\)/],
    ['MKT_TRUSTED_PROXIES', ',', 'MKT_TRUSTED_PROXIES has no entry: list IP addresses or ranges'],
    ['MKT_SELLER_PORTS', ',', 'MKT_SELLER_PORTS has no entry: list port numbers'],
    ['MKT_METRICS_TOKEN', 'a', 'MKT_METRICS_TOKEN must have at least 16 printable'],
    ['MKT_METRICS_TOKEN', 'a token with spaces in it', 'and no spaces'],
    ['MKT_PUBLIC_URL', 'https://ann:secret@example.com', 'without a user, password'],
    ['MKT_PUBLIC_URL', 'https://example.com/?key=1', 'without a user, password'],
    ['MKT_PUBLIC_URL', 'https://example.com/#a', 'without a user, password'],
    ['MKT_OPERATOR_NAME', 'a'.repeat(81), 'one line of at most 80 characters'],
    ['MKT_OPERATOR_NAME', 'Example\nGmbH', 'one line of at most 80 characters'],
    ['MKT_TERMS_URL', 'javascript:alert(1)', 'MKT_TERMS_URL must be an https URL'],
    ['MKT_TERMS_URL', 'http://example.com/terms', 'MKT_TERMS_URL must be an https URL'],
    ['MKT_TERMS_URL', 'mailto:help@example.com', 'MKT_TERMS_URL must be an https URL'],
    ['MKT_PRIVACY_URL', 'example.com/privacy', 'MKT_PRIVACY_URL must be an https URL'],
    ['MKT_PRIVACY_URL', 'https://ann@example.com/', 'without a user or password'],
    ['MKT_CONTACT_URL', 'help@example.com', 'or an email address such as mailto:'],
    ['MKT_CONTACT_URL', 'mailto:help', 'or an email address such as mailto:'],
    ['MKT_CONTACT_URL', 'data:text/html,Help', 'or an email address such as mailto:'],
  ])('%s=%s is refused', (name, value, says) => {
    expect(() => read({ [name]: value })).toThrow(says);
  });

  it.each([
    ['MKT_CALLS_PER_SELER', 'MKT_CALLS_PER_SELLER'],
    ['MKT_ORDERS_RETENTION_DAYS', 'MKT_ORDER_RETENTION_DAYS'],
    ['MKT_METRIC_TOKEN', 'MKT_METRICS_TOKEN'],
  ])('whose name is misspelled as %s is refused', (name, meant) => {
    expect(() => read({ [name]: '7' })).toThrow(
      `There is no setting ${name}. Did you mean ${meant}?`,
    );
  });

  it('is not confused with the variables of clients and services', () => {
    const others = {
      MKT_API_KEY: 'a',
      MKT_BASE_URL: 'http://127.0.0.1',
      MKT_SIGNING_SECRET_WORD_COUNT: 'b',
      MKT_DEV_SERVICE: 'c',
    };
    expect(readEnvironment({ ...others, MKT_PORT: '80', MKT_ROLE: 'all' }).unknown()).toEqual([
      'MKT_PORT',
    ]);
    expect(read({ ...others, MKT_PORT: '80' }).port).toBe(8787);
  });
});

describe('a data folder', () => {
  it.runIf(process.platform === 'linux')('that cannot be created is refused at once', () => {
    expect(() => openDataFolder('/proc/x/y')).toThrow(
      'The data folder /proc/x/y cannot be used (ENOENT). Check its permissions',
    );
  });

  it.runIf(process.getuid?.() === 0)('of another user is refused to commands of root', () => {
    const folder = newFolder();
    expect(() => requireOwnUser(folder)).not.toThrow();
    chownSync(folder, 12_345, 12_345);
    expect(() => requireOwnUser(folder)).toThrow(
      `The data folder ${folder} belongs to another user (uid 12345)`,
    );
  });

  it('is created with the folders above it', () => {
    const folder = join(newFolder(), 'a', 'b');
    openDataFolder(folder);
    expect(() => mkdirSync(folder)).toThrow('EEXIST');
  });
});
