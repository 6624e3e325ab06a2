// Query vectors, written by hand: no expected text is computed.

const URL = 'https://api.example.com/run';
const object = (properties, more = {}) => ({ type: 'object', properties, ...more });
const STRING = { type: 'string' };
const INTEGER = { type: 'integer' };
const NUMBER = { type: 'number' };
const BOOLEAN = { type: 'boolean' };

/** A string is JSON text, for what a JavaScript object cannot represent. */
const textOf = (json) => (typeof json === 'string' ? json : JSON.stringify(json));

/** `url` is requested, and its query is signed. `back` is what is read back: the input unless given. */
function carried(name, inputSchema, input, query, more = {}) {
  const { endpointPath = URL, back = input } = more;
  const { url = query === '' ? endpointPath : `${endpointPath}?${query}` } = more;
  const signedText = url.split('?')[1] ?? '';
  return {
    name,
    endpointPath,
    inputSchema,
    inputJson: textOf(input),
    expected: { ok: true, query, url, signedText, backJson: textOf(back) },
  };
}

const refused = (name, input, path, message) => ({
  name,
  endpointPath: URL,
  inputSchema: {},
  inputJson: textOf(input),
  expected: { ok: false, path, message },
});

const proto = JSON.parse('{"__proto__":"x","constructor":"y"}');

export const queryVectors = {
  vectors: [
    carried('strings', object({ text: STRING }), { text: 'hello' }, 'text=hello'),
    carried('nothing', object({ text: STRING }), {}, ''),
    carried(
      'in-the-order-of-the-input',
      object({ a: STRING, b: STRING }),
      { b: '1', a: '2' },
      'b=1&a=2',
    ),
    carried(
      'numbers-and-booleans-as-json-text',
      object({ n: INTEGER, x: NUMBER, big: NUMBER, small: NUMBER, yes: BOOLEAN, no: BOOLEAN }),
      { n: -3, x: 0.5, big: 1e21, small: 1e-7, yes: true, no: false },
      'n=-3&x=0.5&big=1e%2B21&small=1e-7&yes=true&no=false',
    ),
    carried(
      'names-like-numbers-in-the-order-of-the-text',
      object({ b: STRING, 10: STRING, 2: STRING }),
      '{"b":"1","10":"2","2":"3"}',
      'b=1&10=2&2=3',
      { back: '{"2":"3","10":"2","b":"1"}' },
    ),
    carried(
      'numbers-that-no-double-keeps-as-they-were-written',
      object({
        id: INTEGER,
        x: NUMBER,
        tiny: NUMBER,
        negative: NUMBER,
        long: NUMBER,
        ids: { type: 'array', items: INTEGER },
      }),
      '{"id":9007199254740993,"x":0.1000000000000000055,"tiny":1E-400,"negative":-9007199254740993,"long":123456789012345678901234567890.5,"ids":[1,18446744073709551615]}',
      'id=9007199254740993&x=0.1000000000000000055&tiny=1E-400&negative=-9007199254740993&long=123456789012345678901234567890.5&ids=1&ids=18446744073709551615',
    ),
    carried(
      'other-numbers-as-they-are-usually-written',
      object({ a: NUMBER, b: NUMBER, c: NUMBER, d: NUMBER, e: NUMBER }),
      '{"a":1.0,"b":1E2,"c":-0,"d":0.30000000000000004,"e":1.5000000000000000000}',
      'a=1&b=100&c=0&d=0.30000000000000004&e=1.5',
      { back: '{"a":1,"b":100,"c":0,"d":0.30000000000000004,"e":1.5}' },
    ),
    carried(
      'white-space-and-escapes',
      object({ 'a b': STRING, c: { type: 'array', items: STRING } }),
      ' {\n  "a\\u0020b" : "\\u00fc\\n" ,\t"c" : [ "]" , "\\"," , "\\\\" ] }\r\n',
      'a%20b=%C3%BC%0A&c=%5D&c=%22%2C&c=%5C',
      { back: { 'a b': 'ü\n', c: [']', '",', '\\'] } },
    ),
    carried(
      'text-that-looks-like-a-number-stays-text',
      object({ zip: STRING, flag: STRING }),
      { zip: '00501', flag: 'true' },
      'zip=00501&flag=true',
    ),
    carried(
      'text-that-is-no-json-number-stays-text',
      object({ n: { type: ['number', 'string'] } }),
      { n: '0x10' },
      'n=0x10',
    ),
    carried(
      'lists-as-repeated-names',
      object({ tag: { type: 'array', items: STRING }, n: { type: 'array', items: INTEGER } }),
      { tag: ['a', 'b'], n: [1, 2, 3] },
      'tag=a&tag=b&n=1&n=2&n=3',
    ),
    carried(
      'list-of-one',
      object({ tag: { type: 'array', items: STRING } }),
      { tag: ['a'] },
      'tag=a',
    ),
    carried(
      'empty-list-that-is-required',
      object({ tag: { type: 'array', items: STRING } }, { required: ['tag'] }),
      { tag: [] },
      '',
    ),
    carried(
      'empty-list-that-may-be-missing',
      object({ tag: { type: 'array', items: STRING } }),
      { tag: [] },
      '',
      { back: {} },
    ),
    carried(
      'null-is-left-out',
      object({ a: { type: ['string', 'null'] }, b: STRING }),
      { a: null, b: 'x' },
      'b=x',
      { back: { b: 'x' } },
    ),
    carried(
      'null-that-is-required',
      object({ a: { type: ['string', 'null'] }, b: STRING }, { required: ['a'] }),
      { b: 'x', a: null },
      'b=x',
    ),
    carried(
      'null-in-a-list-is-left-out',
      object({ n: { type: 'array', items: { type: ['integer', 'null'] } } }),
      { n: [1, null, 2] },
      'n=1&n=2',
      { back: { n: [1, 2] } },
    ),
    carried('empty-text', object({ a: STRING }), { a: '' }, 'a='),
    carried('empty-name', object({ '': STRING }), { '': 'x' }, '=x'),
    carried(
      'reserved-characters',
      object({ 'a&b': STRING, c: STRING }),
      { 'a&b': 'x=y', c: "it's a+b #1 50% /?:@;,$[]" },
      'a%26b=x%3Dy&c=it%27s%20a%2Bb%20%231%2050%25%20%2F%3F%3A%40%3B%2C%24%5B%5D',
    ),
    carried(
      'unreserved-characters',
      object({ a: STRING }),
      { a: '-_.!~*()Az09' },
      'a=-_.!~*()Az09',
    ),
    carried(
      'unicode',
      object({ text: STRING, größe: STRING }),
      { text: 'Grüße 👋', größe: '世' },
      'text=Gr%C3%BC%C3%9Fe%20%F0%9F%91%8B&gr%C3%B6%C3%9Fe=%E4%B8%96',
    ),
    carried('line-breaks', object({ a: STRING }), { a: 'x\r\ny\u0000z' }, 'a=x%0D%0Ay%00z'),
    carried(
      'names-of-prototypes',
      object({ constructor: STRING }),
      proto,
      '__proto__=x&constructor=y',
    ),
    carried('without-schema', {}, { a: 'x', b: ['y', 'z'] }, 'a=x&b=y&b=z'),
    carried(
      'types-behind-references-and-alternatives',
      {
        ...object({
          n: { anyOf: [INTEGER, { type: 'null' }] },
          size: { $ref: '#/$defs/Size' },
          ids: { oneOf: [{ type: 'array', items: { $ref: '#/$defs/Id' } }, { type: 'null' }] },
          level: { enum: [1, 2, 'max'] },
        }),
        $defs: { Size: { allOf: [NUMBER, { minimum: 1 }] }, Id: INTEGER },
      },
      { n: 3, size: 1.5, ids: [7, 8], level: 2 },
      'n=3&size=1.5&ids=7&ids=8&level=2',
    ),
    carried('after-a-query-that-the-endpoint-has', object({ a: STRING }), { a: 'x' }, 'a=x', {
      endpointPath: 'https://api.example.com/run?v=2',
      url: 'https://api.example.com/run?v=2&a=x',
      back: { v: '2', a: 'x' },
    }),
    carried(
      'over-the-same-name-in-the-endpoints-query',
      object({ format: STRING }),
      { format: 'xml' },
      'format=xml',
      {
        endpointPath: 'https://api.example.com/run?format=json',
        url: 'https://api.example.com/run?format=json&format=xml',
      },
    ),
    carried('before-a-fragment', object({ a: STRING }), { a: 'x' }, 'a=x', {
      endpointPath: 'https://api.example.com/run#top',
      url: 'https://api.example.com/run?a=x',
    }),
    refused('input-that-is-a-list', ['x'], '', 'must be object'),
    refused('input-that-is-null', null, '', 'must be object'),
    refused('input-that-is-text', '"x"', '', 'must be object'),
    refused('nested-object', { a: { b: 1 } }, '/a', 'cannot be sent in a query string'),
    refused('nested-list', { a: [[1]] }, '/a', 'cannot be sent in a query string'),
    refused('list-of-objects', { a: [{}] }, '/a', 'cannot be sent in a query string'),
    refused(
      'path-is-a-json-pointer',
      { 'a/b~c': {} },
      '/a~1b~0c',
      'cannot be sent in a query string',
    ),
    refused('lone-surrogate', { a: 'x\ud83d' }, '/a', 'is not valid Unicode'),
    refused('lone-surrogate-in-a-name', { '\ude00': 'x' }, '/\ude00', 'is not valid Unicode'),
  ],
};
