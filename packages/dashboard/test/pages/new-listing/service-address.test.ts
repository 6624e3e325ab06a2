import { expect, it } from 'vitest';
import { serviceAddress } from '../../../src/pages/new-listing/service-address.ts';

it.each([
  [' localhost:8810 ', 'http://localhost:8810'],
  ['127.0.0.1:8810/text', 'http://127.0.0.1:8810/text'],
  ['[::1]:8810', 'http://[::1]:8810'],
  ['api.example.com', 'https://api.example.com'],
  ['localhost.example.com/text', 'https://localhost.example.com/text'],
  ['http://api.example.com', 'http://api.example.com'],
  ['HTTPS://api.example.com', 'HTTPS://api.example.com'],
  ['http:/localhost', 'http:/localhost'],
  ['ftp://localhost', 'ftp://localhost'],
  ['two words', 'two words'],
  ['', ''],
])('the service at %j is at %j', (typed, address) => {
  expect(serviceAddress(typed)).toBe(address);
});
