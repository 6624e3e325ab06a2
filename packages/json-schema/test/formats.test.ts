import { describe, expect, it } from 'vitest';
import { compileSchema } from '../src/index.ts';
import { cpuMs } from '../../../test-bed/processor-time.ts';
import { TEXT_FORMATS } from '../src/formats.ts';

function testOf(format: string): (text: unknown) => boolean {
  const compiled = compileSchema({ format });
  if (!compiled.ok) throw new Error('Refused');
  return (text) => compiled.validate(text)?.length === 0;
}

describe('a format', () => {
  it.each([
    ['date', ['2024-02-29'], ['2023-02-29', '2024-1-1', '2024-13-01', '20240101']],
    [
      'time',
      ['23:59:59Z', '12:00:00.123+02:00', '23:59:60Z', '00:59:60+01:00'],
      ['12:00:00', '24:00:00Z', '12:00:60Z', '12:00:00+24:00', '12:00Z'],
    ],
    [
      'date-time',
      ['2024-05-01T12:00:00Z', '2024-05-01t12:00:00.999999999999999-02:30', '2024-05-01 12:00:00Z'],
      ['2024-05-01_12:00:00Z', '2024-05-01  12:00:00Z', '2024-05-01T12:00:00+01', '2024-05-01'],
    ],
    [
      'duration',
      ['P1Y2M3DT4H5M6S', 'P4W', 'PT36H', 'P2M', 'PT1M'],
      ['P', 'PT', 'P1Y2D', 'P1D2H', 'P1W2D', 'P1', 'PT1H1S'],
    ],
    [
      'email',
      [
        'ada@example.com',
        'a+b@sub.example.org',
        '"a b"@example.com',
        '"\\" @..."@[127.0.0.1]',
        'a@[IPv6:2001:db8::1]',
      ],
      [
        'ada',
        'ada@',
        '@example.com',
        'a b@example.com',
        '"a"b@example.com',
        '"a"b"@example.com',
        '"a@example.com',
        'a@[127.0.0]',
        'a@[IPv6:1::2::3]',
        'a@127.0.0.1]',
      ],
    ],
    [
      'hostname',
      ['example.com', 'a-b.c', 'localhost'],
      ['-a.com', 'a_b.com', 'example.com.', `${'a'.repeat(64)}.com`, ''],
    ],
    ['ipv4', ['127.0.0.1'], ['256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4 ']],
    [
      'ipv6',
      ['::1', '2001:db8::ff00:42:8329', '::ffff:1.2.3.4'],
      ['1::2::3', '12345::', '::1%eth0', 'g::1'],
    ],
    [
      'uuid',
      ['2eb8aa08-aa98-11ea-b4aa-73b441d16380'],
      ['2eb8aa08aa9811eab4aa73b441d16380', 'urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380'],
    ],
    [
      'uri',
      [
        'https://user@example.com:8080/a/b;c?d=e#f',
        'urn:isbn:0451450523',
        'http://[::1]/',
        'mailto:a@b.c',
      ],
      [
        '//example.com',
        '/a',
        'http://a b',
        'http://a:b/',
        'http://a@b@c/',
        'http://[zz]/',
        'http://a/[x]',
      ],
    ],
    [
      'uri-reference',
      ['/a/b', '#f', '//example.com', '', '?q'],
      ['\\a', 'a b', ':a', 'http://a:b'],
    ],
    ['uri-template', ['/a/{id}{?x,y*,z:3}', "o'clock"], ['/a/{id', '/a/{}', '{a b}']],
    ['json-pointer', ['', '/a/b~0~1', '/'], ['a', '/~2', '/~']],
    ['relative-json-pointer', ['0', '1/a', '2#'], ['-1', '01', '/a']],
    ['regex', ['^a+$', '\\p{L}'], ['[', '\\Z', '(']],
    ['byte', ['aGk=', ''], ['aGk', '!!!\nAAAA']],
    ['int32', [1, -(2 ** 31)], [2 ** 31, 1.5]],
    ['int64', [1], [1.5]],
  ])('%s distinguishes valid from invalid values', (format, good, bad) => {
    const test = testOf(format);
    expect(good.filter((text) => !test(text))).toEqual([]);
    expect((bad as unknown[]).filter((text) => test(text))).toEqual([]);
  });

  it.each(Object.keys(TEXT_FORMATS))('%s is linear in a text of 256 KiB', (format) => {
    const test = testOf(format);
    const parts = [
      'a',
      'a.',
      'a-',
      '-',
      '%41',
      '{a,',
      '{',
      '/',
      '~0',
      '1.',
      ':',
      '::',
      '(',
      '[',
      'P1Y',
      'T',
      '@',
      'é',
      'AAA=',
      '\n',
      '(?<a>',
    ];
    const starts = [
      '',
      'a@',
      'http://',
      'http://[',
      '{',
      'P',
      '2020-01-01T00:00:00.',
      'urn:',
      'a:b@',
    ];
    let worst = 0;
    for (const start of starts) {
      for (const part of parts) {
        const text = start + part.repeat(Math.floor((256 * 1024) / part.length)) + '!';
        worst = Math.max(
          worst,
          cpuMs(() => test(text)),
        );
      }
    }
    // A quadratic one takes seconds: ajv-formats' own `url` over a minute.
    expect(worst).toBeLessThan(300);
  });
});
