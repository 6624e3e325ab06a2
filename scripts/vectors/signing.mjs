// Signing vectors, computed with node:crypto alone: an implementation that is independent of
// packages/protocol/src/signing.
import { createHmac } from 'node:crypto';

const NOW = 1_750_000_000;
const TOLERANCE = 300;

/** Keys of 32 bytes that count up: fixed, and plainly not real secrets. */
const key = (first) => Buffer.from(Array.from({ length: 32 }, (_, i) => first + i));
const secret = (bytes) => `whsec_${bytes.toString('base64')}`;
const CURRENT = key(0);
const PREVIOUS = key(32);
const STRANGER = key(64);

const IDS = {
  orderId: '0197727a-8f00-7c3a-9b1e-5d2f8a6c4e01',
  listingId: '0197727a-8f00-7c3a-9b1e-5d2f8a6c4e02',
  buyerId: 'b_3q2-7wEjRWeJq83v',
};
const BODY = '{"text":"Hello there."}';

const encode = (value) => Buffer.from(value).toString('base64url');
const payloadOf = (envelope, at = NOW) => `${encode(JSON.stringify(envelope))}.${at}`;
const PAYLOAD = payloadOf(IDS);

const mac = (bytes, payload, body) =>
  createHmac('sha256', bytes)
    .update(Buffer.concat([Buffer.from(`${payload}.`), Buffer.from(body)]))
    .digest('base64');
const sign = (payload = PAYLOAD, body = BODY, keys = [CURRENT]) =>
  keys.map((each) => `v1,${mac(each, payload, body)}`).join(' ');

const MESSAGES = {
  missing_headers: 'Missing X-MKT-Signature or X-MKT-Payload headers',
  duplicated_header: 'X-MKT-Signature or X-MKT-Payload was sent more than once',
  malformed_payload: 'X-MKT-Payload is not of the form <envelope>.<timestamp>',
  malformed_signature: 'X-MKT-Signature is not a list of v1,<base64>',
  bad_signature: 'The signature does not match the payload and the body',
  too_old: 'The timestamp of the signature is too old',
  too_new: 'The timestamp of the signature is in the future',
  malformed_envelope: 'The envelope in X-MKT-Payload cannot be read',
};

function vector(name, given, expected) {
  const { payload = PAYLOAD, body = BODY, method = 'POST', secrets = [CURRENT], now = NOW } = given;
  const { signature = sign(payload, body), headers } = given;
  const bytes = Buffer.from(body);
  const isText = bytes.equals(Buffer.from(bytes.toString('utf8')));
  return {
    name,
    secrets: secrets.map(secret),
    method,
    headers: headers ?? [
      ['X-MKT-Payload', payload],
      ['X-MKT-Signature', signature],
    ],
    body: isText ? { utf8: bytes.toString('utf8') } : { base64: bytes.toString('base64') },
    nowSeconds: now,
    expected,
  };
}

/** A valid call also has the headers of Standard Webhooks, as the marketplace sends it. */
function accepted(name, given = {}, envelope = IDS) {
  const made = vector(name, given, { ok: true, envelope });
  const [[, payload], [, signature]] = made.headers;
  const dot = payload.lastIndexOf('.');
  made.headers.push(
    ['webhook-id', payload.slice(0, dot)],
    ['webhook-timestamp', payload.slice(dot + 1)],
    ['webhook-signature', signature],
  );
  return made;
}

const refused = (reason, name, given = {}) =>
  vector(name, given, { ok: false, reason, message: MESSAGES[reason] });

const UNICODE_IDS = { ...IDS, buyerId: 'Käufer ÿ>ÿ?世界' };
const BYTES = Buffer.from([0xff, 0x00, 0xfe, 0x0a]);
const QUERY = 'text=Hello%20there.&n=3&tag=a&tag=b';
const UNKNOWN = 'v2,bm90IGEgc2lnbmF0dXJl';

const acceptedVectors = [
  accepted('good'),
  accepted('unicode-body', { body: '{"text":"Grüße, 世界 👋"}' }),
  accepted('body-with-its-own-spacing', { body: '{ "text" : "Hello there." }\n' }),
  accepted('body-that-is-not-utf8', { body: BYTES }),
  accepted('empty-body', { body: '' }),
  accepted('get-query-in-place-of-the-body', { method: 'GET', body: QUERY }),
  accepted('get-without-query', { method: 'GET', body: '' }),
  accepted('rotation-seller-has-the-new-secret', {
    signature: sign(PAYLOAD, BODY, [CURRENT, PREVIOUS]),
  }),
  accepted('rotation-seller-has-the-old-secret', {
    signature: sign(PAYLOAD, BODY, [CURRENT, PREVIOUS]),
    secrets: [PREVIOUS],
  }),
  accepted('rotation-seller-has-both', {
    signature: sign(PAYLOAD, BODY, [PREVIOUS]),
    secrets: [CURRENT, PREVIOUS],
  }),
  accepted('unknown-version-before', { signature: `${UNKNOWN} ${sign()}` }),
  accepted('unknown-version-after', { signature: `${sign()} ${UNKNOWN}` }),
  accepted('a-wrong-signature-beside-the-right-one', {
    signature: sign(PAYLOAD, BODY, [STRANGER, CURRENT]),
  }),
  accepted('as-old-as-allowed', { now: NOW + TOLERANCE }),
  accepted('as-new-as-allowed', { now: NOW - TOLERANCE }),
  accepted('unicode-envelope', { payload: payloadOf(UNICODE_IDS) }, UNICODE_IDS),
  accepted('envelope-with-more-members', { payload: payloadOf({ ...IDS, region: 'eu' }) }),
];

const other = payloadOf({ ...IDS, orderId: '0197727a-8f00-7c3a-9b1e-5d2f8a6c4e99' });
const signature = mac(CURRENT, PAYLOAD, BODY);
/** Two bits of the last of 43 characters belong to no byte, so several characters give the same bytes. */
const respelled = `${signature.slice(0, 42)}${nextInAlphabet(signature[42])}=`;

function nextInAlphabet(character) {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return alphabet[alphabet.indexOf(character) + 1];
}

const hmacOf = (text) => createHmac('sha256', CURRENT).update(text);
const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);

const badSignatures = [
  refused('bad_signature', 'tampered-body', { body: `${BODY} `, signature: sign() }),
  refused('bad_signature', 'body-serialised-again', {
    body: '{"text": "Hello there."}',
    signature: sign(),
  }),
  refused('bad_signature', 'body-taken-away', { body: '', signature: sign() }),
  refused('bad_signature', 'get-query-in-another-order', {
    method: 'GET',
    body: 'n=3&text=Hello%20there.&tag=a&tag=b',
    signature: sign(PAYLOAD, QUERY),
  }),
  refused('bad_signature', 'get-query-with-its-question-mark', {
    method: 'GET',
    body: `?${QUERY}`,
    signature: sign(PAYLOAD, QUERY),
  }),
  refused('bad_signature', 'tampered-envelope', { payload: other, signature: sign() }),
  refused('bad_signature', 'tampered-timestamp', {
    payload: payloadOf(IDS, NOW + 1),
    signature: sign(),
  }),
  refused('bad_signature', 'tampered-signature', { signature: `v1,${flipped}` }),
  refused('bad_signature', 'wrong-secret', { secrets: [STRANGER] }),
  refused('bad_signature', 'rotation-past-the-sellers-secret', {
    signature: sign(PAYLOAD, BODY, [CURRENT, PREVIOUS]),
    secrets: [STRANGER],
  }),
  refused('bad_signature', 'body-signed-without-the-payload', {
    signature: `v1,${hmacOf(BODY).digest('base64')}`,
  }),
  refused('bad_signature', 'signature-in-hex', {
    signature: `v1,${hmacOf(`${PAYLOAD}.${BODY}`).digest('hex')}`,
  }),
  refused('bad_signature', 'signature-in-base64url', {
    // A body whose MAC has a plus sign or a slash, so that the two alphabets differ.
    body: '{"text":"2"}',
    signature: `v1,${mac(CURRENT, PAYLOAD, '{"text":"2"}').replaceAll('+', '-').replaceAll('/', '_')}`,
  }),
  refused('bad_signature', 'signature-without-padding', {
    signature: `v1,${signature.replace('=', '')}`,
  }),
  refused('bad_signature', 'signature-in-another-spelling-of-the-same-bytes', {
    signature: `v1,${respelled}`,
  }),
  refused('bad_signature', 'signature-under-an-unknown-version', {
    signature: sign().replace('v1,', 'v2,'),
  }),
  refused('bad_signature', 'stale-and-tampered', {
    body: `${BODY} `,
    signature: sign(),
    now: NOW + TOLERANCE + 1,
  }),
];

const outOfTime = [
  refused('too_old', 'stale-by-one-second', { now: NOW + TOLERANCE + 1 }),
  refused('too_old', 'stale-by-a-day', { now: NOW + 86_400 }),
  refused('too_new', 'future-by-one-second', { now: NOW - TOLERANCE - 1 }),
  refused('too_new', 'timestamp-in-milliseconds', { payload: payloadOf(IDS, NOW * 1000) }),
];

const P = ['X-MKT-Payload', PAYLOAD];
const S = ['X-MKT-Signature', sign()];

const headerProblems = [
  ...[
    ['missing-both', []],
    ['missing-signature', [P]],
    ['missing-payload', [S]],
    ['empty-signature', [P, ['X-MKT-Signature', '']]],
    ['empty-payload', [['X-MKT-Payload', ''], S]],
  ].map(([name, headers]) => refused('missing_headers', name, { headers })),
  ...[
    ['duplicated-payload', [P, P, S]],
    ['duplicated-signature', [P, S, S]],
    ['second-signature-in-a-header-of-its-own', [P, ['X-MKT-Signature', UNKNOWN], S]],
  ].map(([name, headers]) => refused('duplicated_header', name, { headers })),
  ...[
    ['payload-without-timestamp', encode(JSON.stringify(IDS))],
    ['payload-without-envelope', `.${NOW}`],
    ['payload-with-a-fraction', `${PAYLOAD}.5`],
    ['payload-with-a-negative-timestamp', payloadOf(IDS, -NOW)],
    ['payload-with-a-leading-zero', payloadOf(IDS, `0${NOW}`)],
    ['payload-with-an-exponent', payloadOf(IDS, '175e7')],
    ['payload-with-white-space', payloadOf(IDS, ` ${NOW}`)],
    ['payload-with-a-far-timestamp', payloadOf(IDS, `${NOW}0000`)],
    ['payload-with-padding', PAYLOAD.replace('.', '=.')],
    ['payload-in-plain-base64', `+/${PAYLOAD}`],
    ['payload-in-plain-json', `${JSON.stringify(IDS)}.${NOW}`],
  ].map(([name, payload]) => refused('malformed_payload', name, { payload })),
  ...[
    ['signature-without-version', signature],
    ['signature-without-base64', 'v1,'],
    ['signature-that-is-a-version', 'v1'],
    ['signature-with-an-upper-case-version', sign().replace('v1', 'V1')],
    ['signatures-joined-by-commas', `${sign()}, ${UNKNOWN}`],
    ['signatures-joined-by-two-spaces', `${sign()}  ${UNKNOWN}`],
    ['signature-with-other-characters', `v1,${signature.slice(0, -1)}*`],
    ['more-than-16-signatures', Array.from({ length: 17 }, () => sign()).join(' ')],
  ].map(([name, text]) => refused('malformed_signature', name, { signature: text })),
];

/** Signed correctly, so that only the last step can refuse them. */
const garbageEnvelopes = [
  ['envelope-that-is-not-json', 'orderId'],
  ['envelope-that-is-not-utf8', Buffer.from(JSON.stringify({ ...IDS, orderId: 'ÿ' }), 'latin1')],
  ['envelope-that-is-null', 'null'],
  ['envelope-that-is-a-list', JSON.stringify(Object.values(IDS))],
  ['envelope-without-order', JSON.stringify({ ...IDS, orderId: undefined })],
  ['envelope-with-an-empty-order', JSON.stringify({ ...IDS, orderId: '' })],
  ['envelope-with-a-number', JSON.stringify({ ...IDS, orderId: 7 })],
  ['envelope-with-a-long-name', JSON.stringify({ ...IDS, buyerId: 'b'.repeat(201) })],
].map(([name, text]) => refused('malformed_envelope', name, { payload: `${encode(text)}.${NOW}` }));

export const signingVectors = {
  toleranceSeconds: TOLERANCE,
  vectors: [
    ...acceptedVectors,
    ...badSignatures,
    ...outOfTime,
    ...headerProblems,
    ...garbageEnvelopes,
  ],
};
