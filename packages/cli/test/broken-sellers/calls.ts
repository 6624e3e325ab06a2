// Sellers that accept a signed call, and then fail it or break their outputSchema.
import { zstdCompressSync } from 'node:zlib';
import { call, raw, type BrokenSeller, type Sent } from './broken-seller.ts';

const WORKS = /Make the endpoint work for requestExampleJson, or change the example/;
const IS_JSON = /Return JSON or an empty body/;
const MATCHES = /Change the response or outputSchema so that they match/;

/** A seller whose results are these; mkt publish, which has its secret, notices as well. */
const result = (
  that: string,
  answer: Sent | Parameters<typeof call>[0],
  says: RegExp,
  next: RegExp,
): BrokenSeller => ({
  that,
  fault: call(answer),
  check: 'run',
  says,
  next,
  publish: ['trial_failed', /✖ run: /],
});

export const CALLS: BrokenSeller[] = [
  result(
    'fails',
    { status: 500, body: '{"error":"No credit"}' },
    /500 with the error "No credit"/,
    WORKS,
  ),
  result('forbids', { status: 403, body: '{"error":"Forbidden"}' }, /403 with the error/, WORKS),
  result('does not know the path', { status: 404, body: '{"error":"No"}' }, /returned 404/, WORKS),
  result('finds every input too large', { status: 413, body: '{"error":"No"}' }, /413/, WORKS),
  result('redirects calls', { status: 302, headers: { location: '/login' } }, /302/, WORKS),
  result('crashes', raw(''), /closed the connection before its response was complete/, WORKS),
  result(
    'returns a megabyte',
    { body: `"${'x'.repeat(1_100_000)}"` },
    /more than 1048576 bytes/,
    WORKS,
  ),
  result('returns text', { body: 'fine' }, /is not valid JSON \(line 1, column 1\)/, IS_JSON),
  result('returns a page', { body: '<h1>Done</h1>' }, /not valid JSON but HTML/, IS_JSON),
  result('returns NaN', { body: '{"text":NaN}' }, /not valid JSON \(line 1, column 9\)/, IS_JSON),
  result('returns two values', { body: '{"text":"a"}\n{"text":"b"}' }, /line 2, column 1/, IS_JSON),
  result(
    'starts with a byte order mark',
    { body: '\ufeff{"text":"a"}' },
    /byte order mark/,
    IS_JSON,
  ),
  result('returns Latin-1', { body: Buffer.from('{"text":"é"}', 'latin1') }, /UTF-8/, IS_JSON),
  result(
    'repeats a member',
    { body: '{"text":"a","text":"b"}' },
    /the field \/text twice/,
    IS_JSON,
  ),
  result(
    'nests its result',
    { body: '['.repeat(100) + ']'.repeat(100) },
    /deeper than 64/,
    IS_JSON,
  ),
  result(
    'compresses its result in a way that is not decoded',
    { headers: { 'content-encoding': 'zstd' }, body: zstdCompressSync('{"text":"a"}') },
    /has the Content-Encoding zstd, which is not decoded; gzip, deflate and br are/,
    IS_JSON,
  ),
  result(
    'says that its plain result is compressed',
    { headers: { 'content-encoding': 'gzip' }, body: '{"text":"a"}' },
    /is not complete and valid gzip data/,
    IS_JSON,
  ),
  result(
    'misspells a member',
    { body: '{"txt":"a"}' },
    /does not match outputSchema: \/text is required/,
    MATCHES,
  ),
  result(
    'returns another type',
    { body: '{"text":7}' },
    /outputSchema: \/text must be string/,
    MATCHES,
  ),
  result(
    'reports errors with 200',
    { body: '{"error":"No credit"}' },
    /does not match outputSchema/,
    MATCHES,
  ),
  result('promises a result later', { status: 202, body: '{"job":1}' }, /does not match/, MATCHES),
];
