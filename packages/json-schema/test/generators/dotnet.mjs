// What System.Text.Json's JsonSchemaExporter and NJsonSchema write.
const D04 = 'http://json-schema.org/draft-04/schema#';
const fields = (...values) => values.map((A) => ({ A }));
const one = (schema) => ({ type: 'object', properties: { A: schema }, required: ['A'] });
const nullable = (type, more = {}) => ({ type: [type, 'null'], ...more });
const string = { type: 'string' };

const exported = {
  record: [
    {
      type: ['object', 'null'],
      properties: {
        Name: nullable('string'),
        Age: { type: 'integer' },
        Address: nullable('string', { default: null }),
      },
      required: ['Name', 'Age'],
    },
    [
      { Name: 'A', Age: 1 },
      { Name: null, Age: 0, Address: 'x' },
      null,
      { Name: 'A' },
      { Name: 'A', Age: 1.5 },
      { Name: 1, Age: 1 },
    ],
  ],
  'unmapped members are refused': [
    { ...one(string), additionalProperties: false },
    fields('x', '', 'y', 1).concat([{ A: 'x', B: 1 }]),
  ],
  'numbers from strings': [
    one({ type: ['string', 'integer'], pattern: '^-?(?:0|[1-9]\\d*)$' }),
    fields(1, '1', '-12', '01', '1.5', 1.5),
  ],
  'floats from strings': [
    one({
      type: ['string', 'number'],
      pattern: '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$',
    }),
    fields(1.5, '1.5e-3', '0', '.5', 'x', '1e'),
  ],
  'named floats': [
    one({ anyOf: [{ type: 'number' }, { enum: ['NaN', 'Infinity', '-Infinity'] }] }),
    fields(1.5, 'NaN', '-Infinity', 'nan', null, '1'),
  ],
  'DateTime, DateOnly, TimeOnly': [
    {
      type: 'object',
      properties: {
        A: { ...string, format: 'date-time' },
        B: { ...string, format: 'date' },
        C: { ...string, format: 'time' },
      },
    },
    [
      { A: '2024-01-01T00:00:00Z' },
      { B: '2024-02-29' },
      { C: '12:30:00Z' },
      { A: 'now' },
      { B: '2024-02-30' },
      { C: 'noon' },
    ],
  ],
  TimeSpan: [
    one({
      $comment: 'Represents a System.TimeSpan value.',
      ...string,
      pattern: '^-?(\\d+\\.)?\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,7})?$',
    }),
    fields(
      '01:00:00',
      '-1.12:30:00.5',
      '10.00:00:00.1234567',
      '1:00:00',
      '00:00',
      '00:00:00.12345678',
    ),
  ],
  'Guid, Uri': [
    {
      type: 'object',
      properties: { A: { ...string, format: 'uuid' }, B: nullable('string', { format: 'uri' }) },
    },
    [
      { A: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6' },
      { B: 'https://example.com' },
      { B: null },
      { A: 'x' },
      { B: 'x' },
      { A: null },
    ],
  ],
  Version: [
    one({ $comment: 'Represents a version string.', ...string, pattern: '^\\d+(\\.\\d+){1,3}$' }),
    fields('1.0', '1.2.3.4', '10.0.1', '1', '1.2.3.4.5', 'v1.0'),
  ],
  'char, byte[]': [
    {
      type: 'object',
      properties: { A: { ...string, minLength: 1, maxLength: 1 }, B: nullable('string') },
    },
    [{ A: 'x' }, { B: 'aGk=' }, { A: 'y', B: null }, { A: '' }, { A: 'xy' }, { B: 1 }],
  ],
  'enum as numbers': [one({ type: 'integer' }), fields(0, 1, 7, 'A', null, 1.5)],
  'enum as strings': [
    one({ enum: ['Red', 'Green', null] }),
    fields('Red', 'Green', null, 'red', 0, ''),
  ],
  collections: [
    {
      type: 'object',
      properties: {
        A: nullable('array', { items: { type: 'integer' } }),
        B: nullable('object', { additionalProperties: nullable('string') }),
      },
    },
    [
      { A: [1] },
      { A: null, B: {} },
      { B: { x: null, y: 'z' } },
      { A: ['x'] },
      { B: { x: 1 } },
      { A: {} },
    ],
  ],
  'recursive type': [
    nullable('object', {
      properties: { Value: { type: 'integer' }, Next: { $ref: '#' } },
      required: ['Value'],
    }),
    [
      { Value: 1 },
      { Value: 1, Next: null },
      { Value: 1, Next: { Value: 2 } },
      { Value: 1, Next: {} },
      { Value: 1, Next: 1 },
      {},
    ],
  ],
  'type that occurs twice': [
    {
      type: 'object',
      properties: {
        A: nullable('object', { properties: { X: { type: 'integer' } } }),
        B: { $ref: '#/properties/A' },
      },
    },
    [{ A: { X: 1 } }, { B: { X: 1 } }, { B: null }, { B: { X: 'y' } }, { A: 1 }, { B: [] }],
  ],
  polymorphism: [
    {
      type: 'object',
      required: ['$type'],
      anyOf: [
        { properties: { $type: { const: 'circle' }, Radius: { type: 'number' } } },
        { properties: { $type: { const: 'square' }, Side: { type: 'number' } } },
      ],
    },
    [
      { $type: 'circle', Radius: 1.5 },
      { $type: 'square' },
      { $type: 'square', Side: 1 },
      { $type: 'circle', Radius: 'x' },
      { $type: 'other' },
      { Side: 1 },
    ],
  ],
  'JsonElement, object': [
    { type: 'object', properties: { A: true, B: {} }, required: ['A'] },
    fields(1, null, {}).concat([{ B: 1 }]),
  ],
  'references by anchor': [
    nullable('object', {
      $anchor: 'Poco',
      properties: {
        Value: { type: 'integer' },
        Next: nullable('object', {
          $anchor: 'Poco_Next',
          properties: { Value: { type: 'integer' }, Next: { $ref: '#Poco_Next' } },
        }),
      },
    }),
    [
      { Value: 1 },
      { Next: null },
      { Next: { Value: 1, Next: { Value: 2 } } },
      { Value: 'x' },
      { Next: { Next: { Value: 'x' } } },
      { Next: [] },
    ],
  ],
  'references by id': [
    nullable('object', {
      $id: 'https://example.com/schema/poco.json',
      properties: {
        Next: nullable('object', {
          $id: 'https://example.com/schema/poco/next.json',
          properties: {
            Value: { type: 'integer' },
            Next: { $ref: 'https://example.com/schema/poco/next.json' },
          },
        }),
      },
    }),
    [
      { Next: { Value: 1 } },
      { Next: { Next: { Value: 2 } } },
      null,
      { Next: { Value: 'x' } },
      { Next: { Next: { Value: 'x' } } },
      { Next: 1 },
    ],
  ],
  'polymorphism with a base type, numbers as discriminators': [
    {
      type: ['object', 'null'],
      required: ['$type', 'Name'],
      properties: { Name: string },
      anyOf: [
        { properties: { $type: { const: 1 }, Radius: { type: 'number' } }, required: ['Radius'] },
        { properties: { $type: { const: 2 } } },
      ],
    },
    [
      { $type: 1, Name: 'a', Radius: 1 },
      { $type: 2, Name: '' },
      { $type: 2, Name: 'x', Radius: 'any' },
      { $type: 1, Name: 'a' },
      { $type: 3, Name: 'a' },
      { $type: 2 },
    ],
  ],
  'decimals from strings, with named floats': [
    one({
      anyOf: [
        {
          type: ['string', 'number'],
          pattern: '^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$',
        },
        { enum: ['NaN', 'Infinity', '-Infinity'] },
      ],
    }),
    fields(1.5, '1.5', 'NaN', 'nan', '1.', null),
  ],
  'defaults and nullable value types': [
    {
      type: ['object', 'null'],
      properties: {
        X: { type: ['integer', 'null'], default: 42 },
        Y: { enum: ['A', 'B', null], default: 'A' },
        Z: { type: ['boolean', 'null'], default: true },
      },
    },
    [
      {},
      { X: null, Y: null, Z: null },
      { X: 1, Y: 'B', Z: false },
      { X: 'x' },
      { Y: 'C' },
      { Z: 0 },
    ],
  ],
  'obsolete and descriptions': [
    one({ description: 'D', deprecated: true, ...string }),
    fields('x', '', 'y', 1, null),
  ],
};

const draft04 = (schema) => ({ $schema: D04, title: 'Person', ...schema });
const closed = (properties, more = {}) =>
  draft04({ type: 'object', additionalProperties: false, properties, ...more });
const nj = {
  class: [
    closed(
      {
        FirstName: { ...string, minLength: 1 },
        MiddleName: { type: ['null', 'string'] },
        Age: { type: 'integer', format: 'int32' },
      },
      { required: ['FirstName'] },
    ),
    [
      { FirstName: 'A' },
      { FirstName: 'A', MiddleName: null, Age: 1 },
      { FirstName: 'B', Age: -1 },
      { FirstName: '' },
      { FirstName: 'A', Other: 1 },
      { FirstName: 'A', Age: 2147483648 },
    ],
  ],
  Range: [
    closed({
      N: { type: 'integer', format: 'int32', maximum: 5.0, minimum: 2.0 },
      D: {
        type: 'number',
        format: 'double',
        minimum: 0.0,
        exclusiveMinimum: true,
        maximum: 1.0,
        exclusiveMaximum: true,
      },
    }),
    [{ N: 2 }, { N: 5, D: 0.5 }, { D: 0.01 }, { N: 6 }, { D: 0 }, { D: 1.0 }],
  ],
  'exclusive bounds that do not apply': [
    closed({ N: { type: 'number', minimum: 1, exclusiveMinimum: false } }),
    [{ N: 1 }, { N: 2 }, {}, { N: 0.5 }, { N: 'x' }],
  ],
  'decimal, byte, guid, duration, date': [
    closed({
      Price: { type: 'number', format: 'decimal' },
      Data: { ...string, format: 'byte' },
      Id: { ...string, format: 'guid' },
      Span: { ...string, format: 'duration' },
      Day: { ...string, format: 'date' },
    }),
    [
      { Price: 1.5, Data: 'aGk=' },
      { Id: 'any', Span: 'PT1H' },
      { Day: '2024-02-29' },
      { Price: '1' },
      { Span: '1 hour' },
      { Day: '29.2.2024' },
    ],
  ],
  'enum as numbers': [
    {
      ...closed({ G: { $ref: '#/definitions/Gender' } }),
      definitions: {
        Gender: {
          type: 'integer',
          description: '',
          'x-enumNames': ['Male', 'Female'],
          enum: [0, 1],
        },
      },
    },
    [{ G: 0 }, { G: 1 }, {}, { G: 2 }, { G: 'Male' }, { G: null }],
  ],
  'enum as strings, beside oneOf': [
    {
      ...closed({ G: { description: 'D', oneOf: [{ $ref: '#/definitions/Gender' }] } }),
      definitions: {
        Gender: { ...string, enum: ['Male', 'Female'], 'x-enumNames': ['Male', 'Female'] },
      },
    },
    [{ G: 'Male' }, { G: 'Female' }, {}, { G: 'male' }, { G: 0 }, { G: null }],
  ],
  'nullable reference': [
    {
      ...closed({ C: { oneOf: [{ type: 'null' }, { $ref: '#/definitions/Company' }] } }),
      definitions: {
        Company: {
          type: 'object',
          additionalProperties: false,
          properties: { Name: { type: ['null', 'string'] } },
        },
      },
    },
    [{ C: null }, { C: {} }, { C: { Name: null } }, { C: { Name: 1 } }, { C: { X: 1 } }, { C: [] }],
  ],
  'arrays and dictionaries': [
    {
      ...closed({
        L: { type: ['array', 'null'], items: { $ref: '#/definitions/Item' } },
        D: { type: 'object', additionalProperties: { type: 'integer', format: 'int32' } },
        S: { type: 'array', uniqueItems: true, minItems: 1, items: string },
      }),
      definitions: {
        Item: { type: 'object', properties: { N: { type: 'integer' } }, required: ['N'] },
      },
    },
    [
      { L: [{ N: 1 }] },
      { L: null, D: { a: 1 } },
      { S: ['a', 'b'] },
      { L: [{}] },
      { D: { a: 'x' } },
      { S: ['a', 'a'] },
    ],
  ],
  inheritance: [
    {
      ...draft04({
        allOf: [
          { $ref: '#/definitions/Animal' },
          { type: 'object', properties: { Barks: { type: 'boolean' } }, required: ['Barks'] },
        ],
      }),
      definitions: {
        Animal: {
          type: 'object',
          discriminator: { propertyName: '$type', mapping: { Dog: '#/definitions/Dog' } },
          'x-abstract': true,
          required: ['$type'],
          properties: { $type: string, Name: { type: ['null', 'string'] } },
        },
      },
    },
    [
      { $type: 'Dog', Barks: true },
      { $type: 'Dog', Barks: false, Name: null },
      { $type: '', Barks: true, Name: 'x' },
      { Barks: true },
      { $type: 'Dog' },
      { $type: 'Dog', Barks: 1 },
    ],
  ],
  'old discriminator': [
    closed({ Type: string }, { discriminator: 'Type', required: ['Type'] }),
    [{ Type: 'A' }, { Type: '' }, { Type: 'B' }, {}, { Type: 1 }, { Type: 'A', X: 1 }],
  ],
  'nullable enum and nullable array of references': [
    {
      ...closed({
        E: { oneOf: [{ type: 'null' }, { $ref: '#/definitions/Color' }] },
        L: {
          type: ['array', 'null'],
          items: { oneOf: [{ type: 'null' }, { $ref: '#/definitions/Color' }] },
        },
      }),
      definitions: {
        Color: { type: 'string', 'x-enumNames': ['Red', 'Blue'], enum: ['Red', 'Blue'] },
      },
    },
    [
      { E: null },
      { E: 'Red', L: [null, 'Blue'] },
      { L: null },
      { E: 'red' },
      { L: ['x'] },
      { L: 'Red' },
    ],
  ],
  'MinLength, MaxLength, Range, EmailAddress, Url': [
    closed(
      {
        A: { type: 'array', minItems: 1, maxItems: 2, items: string },
        M: { ...string, format: 'email' },
        U: { type: ['null', 'string'], format: 'uri' },
        F: { type: 'number', format: 'float', minimum: -1.5, maximum: 1.5 },
        L: { type: 'integer', format: 'int64' },
      },
      { required: ['A'] },
    ),
    [
      { A: ['x'], M: 'a@b.co' },
      { A: ['x', 'y'], U: null, F: 1.5 },
      { A: [''], U: 'https://a.b', L: 9007199254740991 },
      { A: [] },
      { A: ['x'], M: 'x' },
      { A: ['x'], F: 2 },
      { A: ['x'], L: 0.5 },
    ],
  ],
  'dictionary keyed by an enum': [
    closed({
      D: {
        type: 'object',
        'x-dictionaryKey': { $ref: '#/definitions/K' },
        additionalProperties: { type: 'number', format: 'double' },
      },
    }),
    [{ D: {} }, { D: { A: 1.5 } }, { D: { any: 0 } }, { D: { A: 'x' } }, { D: null }, { D: [] }],
  ],
  tuple: [
    closed({ T: { type: 'array', items: [string, { type: 'integer' }], additionalItems: false } }),
    [{ T: ['a', 1] }, { T: ['a'] }, { T: [] }, { T: ['a', 1, 2] }, { T: [1] }, { T: {} }],
  ],
  recursive: [
    draft04({ type: 'object', properties: { Children: { type: 'array', items: { $ref: '#' } } } }),
    [
      { Children: [] },
      { Children: [{}] },
      {},
      { Children: [1] },
      { Children: {} },
      { Children: [{ Children: 1 }] },
    ],
  ],
  'any object, RegularExpression, StringLength': [
    closed({
      O: {},
      R: { ...string, pattern: "^[a-zA-Z''-'\\s]{1,40}$" },
      L: { ...string, maxLength: 3, minLength: 1 },
    }),
    [{ O: null }, { R: "O'Neil Smith" }, { L: 'abc' }, { R: '1' }, { L: '' }, { L: 'abcd' }],
  ],
};

export default {
  source:
    'System.Text.Json 9 (JsonSchemaExporter) and NJsonSchema 11, by hand from their documentation and the shapes in their tests',
  cases: [
    ...Object.entries(exported).map(([construct, [schema, values]]) => ({
      construct: `JsonSchemaExporter: ${construct}`,
      schema,
      values,
    })),
    ...Object.entries(nj).map(([construct, [schema, values]]) => ({
      construct: `NJsonSchema: ${construct}`,
      schema,
      values,
    })),
  ],
};
