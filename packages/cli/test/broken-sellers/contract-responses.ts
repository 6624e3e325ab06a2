// Sellers that do not respond to GET /contract with the JSON of a contract.
import { gzipSync } from 'node:zlib';
import { at, raw, send, type BrokenSeller, type Sent } from './broken-seller.ts';

const ROUTE = 'GET /contract';
const HTML = { 'content-type': 'text/html' };
const IS_JSON = /JSON in UTF-8, uncompressed/;
const IS_CONTRACT = /200 and the document that GET \/v1\/mkt-schema describes/;
const IS_RUNNING = /Check that the service is running, and its address/;

/** The good contract as text, changed, and how it is sent. */
const rewritten = (change: (json: string) => Sent['body'], headers: Sent['headers'] = {}) =>
  at(ROUTE, (response, { provider }) =>
    send(response, { headers, body: change(JSON.stringify({ provider })) }),
  );

export const CONTRACT_RESPONSES: BrokenSeller[] = [
  {
    that: 'has no contract, and a 404 page of HTML',
    fault: at(ROUTE, { status: 404, headers: HTML, body: '<h1>Not found</h1>' }),
    check: 'contract',
    alsoFails: ['content-type'],
    says: /returned 404; expected 200 with the contract/,
    next: IS_CONTRACT,
    publish: ['non_ok_status', /returned 404/],
  },
  {
    that: 'is given by the address of its contract',
    serviceUrl: ({ url }) => `${url}/contract`,
    check: 'contract',
    alsoFails: ['identity'],
    says: /Leave \/contract out of the address/,
    next: IS_CONTRACT,
    publish: ['non_ok_status', /Leave \/contract out/],
  },
  {
    that: 'fails to make its contract',
    fault: at(ROUTE, { status: 500, body: '{"error":"No database"}' }),
    check: 'contract',
    says: /returned 500.*The service says: No database/,
    next: IS_CONTRACT,
    publish: ['non_ok_status', /returned 500/],
  },
  {
    that: 'redirects to its contract',
    fault: at(ROUTE, { status: 302, headers: { location: '/api/contract' } }),
    check: 'contract',
    says: /302, and redirects are not followed. Give the address that it redirects to/,
    next: IS_CONTRACT,
    publish: ['non_ok_status', /302/],
  },
  {
    that: 'returns 204',
    fault: at(ROUTE, (response) => {
      response.setHeader('access-control-allow-origin', '*').writeHead(204).end();
    }),
    check: 'contract',
    says: /the response has no body/,
    next: IS_JSON,
    publish: ['invalid_json', /has no body/],
  },
  {
    that: 'returns an empty body',
    fault: at(ROUTE, { body: '' }),
    check: 'contract',
    says: /the response has no body/,
    next: IS_JSON,
    publish: ['invalid_json', /has no body/],
  },
  {
    that: 'returns the page of a web app',
    fault: at(ROUTE, { headers: HTML, body: '\n<!doctype html><title>App</title>' }),
    check: 'contract',
    alsoFails: ['content-type'],
    says: /not valid JSON but HTML/,
    next: IS_JSON,
    publish: ['invalid_json', /HTML/],
  },
  {
    that: 'cuts its JSON off',
    fault: at(ROUTE, { body: '{\n  "provider": {' }),
    check: 'contract',
    says: /not valid JSON \(line 2, column 16\)/,
    next: IS_JSON,
    publish: ['invalid_json', /line 2, column 16/],
  },
  {
    that: 'has something after its JSON',
    fault: rewritten((json) => `${json}\n<!-- 3 ms -->`),
    check: 'contract',
    says: /not valid JSON \(line 2, column 1\)/,
    next: IS_JSON,
    publish: ['invalid_json', /line 2/],
  },
  {
    that: 'has a comma too many',
    fault: at(ROUTE, { body: '{\n  "provider": {},\n}' }),
    check: 'contract',
    says: /not valid JSON \(line 3, column 1\)/,
    next: IS_JSON,
    publish: ['invalid_json', /line 3/],
  },
  {
    that: 'writes JavaScript instead of JSON',
    fault: at(ROUTE, { body: "{'provider': {}}" }),
    check: 'contract',
    says: /not valid JSON \(line 1, column 2\)/,
    next: IS_JSON,
    publish: ['invalid_json', /column 2/],
  },
  {
    that: 'has a member twice',
    fault: rewritten((json) => json.replace('"title":', '"title":"A","title":')),
    check: 'contract',
    says: /has the field \/provider\/title twice/,
    next: IS_JSON,
    publish: ['invalid_json', /title twice/],
  },
  {
    that: 'writes Latin-1',
    fault: rewritten((json) => Buffer.from(json.replace('Echo', 'Écho'), 'latin1')),
    check: 'contract',
    says: /is not valid UTF-8/,
    next: IS_JSON,
    publish: ['invalid_json', /UTF-8/],
  },
  {
    that: 'writes UTF-16',
    fault: rewritten((json) => Buffer.from(json, 'utf16le')),
    check: 'contract',
    says: /not valid UTF-8: it has NUL bytes, as UTF-16 has/,
    next: IS_JSON,
    publish: ['invalid_json', /UTF-16/],
  },
  {
    that: 'compresses in a way that is not decoded',
    fault: rewritten((json) => gzipSync(json), { 'content-encoding': 'compress' }),
    check: 'contract',
    says: /has the Content-Encoding compress, which is not decoded/,
    next: IS_JSON,
    publish: ['invalid_json', /Content-Encoding/],
  },
  {
    that: 'says gzip, and sends plain JSON',
    fault: rewritten((json) => Buffer.from(json), { 'content-encoding': 'gzip' }),
    check: 'contract',
    says: /is not complete and valid gzip data/,
    next: IS_JSON,
    publish: ['invalid_json', /valid gzip data/],
  },
  {
    that: 'sends a huge contract',
    fault: at(ROUTE, { body: `{"provider":"${'x'.repeat(300_000)}"}` }),
    check: 'contract',
    says: /is larger than 256 KiB/,
    next: IS_JSON,
    publish: ['invalid_json', /256 KiB/],
  },
  {
    that: 'nests its contract a hundred levels deep',
    fault: at(ROUTE, { body: '['.repeat(100) + ']'.repeat(100) }),
    check: 'contract',
    says: /nested deeper than 64 levels/,
    next: IS_JSON,
    publish: ['invalid_json', /64 levels/],
  },
  {
    that: 'never responds',
    fault: at(ROUTE, () => {}),
    check: 'contract',
    says: /did not respond within 10 s/,
    next: IS_RUNNING,
  },
  {
    that: 'sends one byte after another',
    fault: at(ROUTE, (response) => {
      const timer = setInterval(() => response.write(' '), 100);
      response.on('close', () => clearInterval(timer));
    }),
    check: 'contract',
    says: /did not respond within 10 s/,
    next: /GET \/contract must respond within 10 s/,
  },
  {
    that: 'announces more bytes than it sends',
    fault: at(ROUTE, raw('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"provider"')),
    check: 'contract',
    says: /closed the connection before its response was complete/,
    next: IS_RUNNING,
    publish: ['network', /without a complete response/],
  },
  {
    that: 'closes the connection without a response',
    fault: at(ROUTE, raw('')),
    check: 'contract',
    says: /closed the connection before its response was complete/,
    next: IS_RUNNING,
    publish: ['network', /without a complete response/],
  },
  {
    that: 'does not speak HTTP',
    fault: at(ROUTE, raw('SSH-2.0-OpenSSH_9.6\r\n')),
    check: 'contract',
    says: /sent a response that is not valid HTTP/,
    next: IS_RUNNING,
    publish: ['network', /valid HTTP response|complete response/],
  },
  {
    that: 'sends chunks without a length',
    fault: at(ROUTE, raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n')),
    check: 'contract',
    says: /sent a response that is not valid HTTP/,
    next: IS_RUNNING,
    publish: ['network', /valid HTTP response|complete response/],
  },
  {
    that: 'announces two lengths',
    fault: at(ROUTE, raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}')),
    check: 'contract',
    says: /sent a response that is not valid HTTP/,
    next: IS_RUNNING,
    publish: ['network', /valid HTTP response|complete response/],
  },
  {
    that: 'sends headers of 40 kB',
    fault: at(ROUTE, raw(`HTTP/1.1 200 OK\r\nset-cookie: ${'x'.repeat(40_000)}\r\n\r\n{}`)),
    check: 'contract',
    says: /sent more than 16 KiB of headers/,
    next: IS_RUNNING,
  },
];
