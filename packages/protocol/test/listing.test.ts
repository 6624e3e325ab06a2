import { expect, it } from 'vitest';
import { isHealthyStatus } from '../src/listing.ts';

it('only a 2xx is healthy', () => {
  const healthy = [100, 199, 200, 204, 299, 300, 301, 304, 400, 404, 500, 503].filter((status) =>
    isHealthyStatus(status),
  );
  expect(healthy).toEqual([200, 204, 299]);
});
