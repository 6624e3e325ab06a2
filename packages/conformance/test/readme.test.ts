// The code of this package's README.
// #region import
import { createContentReview, inProcessSchemaValidator, runBattery } from '@mkt/conformance';
// #endregion
import { formatSigningSecret } from '@mkt/protocol/signing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchTransport } from './fetch-transport.ts';
import { startSeller } from './seller.ts';

const SECRET = formatSigningSecret(new Uint8Array(32).fill(7));

beforeEach(() => vi.stubEnv('MKT_SIGNING_SECRET', SECRET));
afterEach(() => vi.unstubAllEnvs());

it('every check of a service runs in one call', async () => {
  await using service = await startSeller({ secret: SECRET });
  const { url: serviceUrl } = service;
  const transport = fetchTransport({ allowPrivate: true });
  // #region code
  const { checks, contract } = await runBattery({
    serviceUrl,
    secret: process.env.MKT_SIGNING_SECRET, // without it the signature checks are skipped
    environment: {
      transport,
      schemas: inProcessSchemaValidator(),
      urlPolicy: { allowPrivate: true }, // false: https and public addresses only
      reviewContent: createContentReview(),
    },
  });
  // #endregion
  expect(checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(contract?.title).toBe('Echo');
});
