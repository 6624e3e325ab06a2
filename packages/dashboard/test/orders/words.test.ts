import { expect, test } from 'vitest';
import { readMetadata, writeMetadata } from '../../src/orders/words.ts';

const rewritten = (search: string) =>
  writeMetadata(new URLSearchParams(), readMetadata(new URLSearchParams(search))).toString();

test.each([
  '',
  'metadata=job%3Dnightly',
  'metadata=a%3D%3D1&metadata=b%3D',
  'metadata=__proto__%3Dx',
])('the address ?%s stays as it is', (search) => {
  expect(rewritten(search)).toBe(search);
});

test.each(['metadata=', 'metadata=job', 'metadata=%3Dx', 'metadata=a+b%3Dc', 'metadata=a%3D%00'])(
  'values of ?%s that are not valid are left out',
  (search) => {
    expect(rewritten(search)).toBe('');
  },
);

test('the last value of a name counts', () => {
  expect(rewritten('metadata=a%3D1&metadata=a%3D2')).toBe('metadata=a%3D2');
});
