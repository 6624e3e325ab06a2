import type { Random } from '../random.ts';
import { bytesOf, type FuzzRequest } from './request.ts';

type Breaking = (request: FuzzRequest, random: Random) => Buffer;

const line = (text: string) => Buffer.from(`${text}\r\n`, 'latin1');

/** The request with these header lines before all others. */
function withLines(request: FuzzRequest, ...lines: string[]): Buffer {
  const bytes = bytesOf(request);
  const end = bytes.indexOf('\r\n') + 2;
  return Buffer.concat([bytes.subarray(0, end), ...lines.map(line), bytes.subarray(end)]);
}

const CHUNKS = [
  '5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n',
  '5\r\n{"a"',
  'zz\r\n{}\r\n0\r\n\r\n',
  '-1\r\n{}\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n{}\r\n',
  '2;ext="\n"\r\n{}\r\n0\r\n\r\n',
  '2\r\n{}\r\n0\r\ntrailer: x\r\n\r\n',
  '2\n{}\n0\n\n',
  '0\r\n\r\n',
  '00000000000000000002\r\n{}\r\n0\r\n\r\n',
] as const;

const chunked = (request: FuzzRequest, coding: string, body: string): Buffer =>
  Buffer.concat([
    bytesOf({
      ...request,
      method: 'POST',
      headers: [...request.headers, ['transfer-encoding', coding]],
      body: undefined,
    }),
    Buffer.from(body),
  ]);

const LENGTHS = ['-1', '1e3', '0x10', '99999999999999999999', '5, 5', '5, 6', ' ', '+5'] as const;
const LINES = [
  ': no name',
  'no colon',
  'name : space before the colon',
  ' folded: start',
  'na\u0000me: nul',
  'name: nul\u0000',
  'name: bare\rreturn',
  'naïve: name',
  'host: a second one',
  'x'.repeat(20_000),
  `x: ${'y'.repeat(20_000)}`,
] as const;
const CODINGS = ['chunked', 'Chunked', 'gzip, chunked', 'identity', 'chunked, identity'] as const;

const WAYS: Record<string, Breaking> = {
  'content-length and transfer-encoding': (request, random) =>
    withLines(
      { ...request, body: Buffer.from(random.pick(CHUNKS)) },
      'transfer-encoding: chunked',
      `content-length: ${random.int(0, 50)}`,
    ),
  'two lengths': (request, random) =>
    withLines(
      request,
      `content-length: ${random.int(0, 9)}`,
      `content-length: ${random.int(0, 9)}`,
    ),
  'a strange length': (request, random) =>
    withLines(request, `content-length: ${random.pick(LENGTHS)}`),
  'a longer length': (request, random) =>
    withLines(request, `content-length: ${(request.body?.length ?? 0) + random.int(1, 1_000)}`),
  'a shorter length': (request) =>
    withLines(request, `content-length: ${Math.floor((request.body?.length ?? 0) / 2)}`),
  'strange chunks': (request, random) =>
    chunked(request, random.pick(CODINGS), random.pick(CHUNKS)),
  'a strange header line': (request, random) => withLines(request, random.pick(LINES)),
  'a strange request line': (request, random) => {
    const { method, target } = request;
    const first = random.pick([
      `${method} ${target} HTTP/9.9`,
      `${method} ${target} HTTP/1.0`,
      `${method} ${target} HTTP/2.0`,
      `${method} ${target}`,
      `${method.toLowerCase()} ${target} HTTP/1.1`,
      `NONSENSE ${target} HTTP/1.1`,
      `${method}  ${target} HTTP/1.1`,
      `${method} ${target} extra HTTP/1.1`,
      `CONNECT ${target} HTTP/1.1`,
      `${method} /\u0000 HTTP/1.1`,
      `${method} /é HTTP/1.1`,
      `${method} ${target}${'a'.repeat(20_000)} HTTP/1.1`,
      'PRI * HTTP/2.0',
      '\u0016\u0003\u0001\u0002\u0000\u0001',
    ]);
    const bytes = bytesOf(request);
    return Buffer.concat([line(first), bytes.subarray(bytes.indexOf('\r\n') + 2)]);
  },
  'line feeds alone': (request) =>
    Buffer.from(bytesOf(request).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  'no host': ({ headers, ...request }) =>
    bytesOf({ ...request, headers: headers.filter(([name]) => name !== 'host') }),
  'cut off': (request, random) => {
    const bytes = bytesOf(request);
    return bytes.subarray(0, random.int(0, bytes.length - 1));
  },
  'bytes changed': (request, random) => {
    const bytes = Buffer.from(bytesOf(request));
    for (let i = random.int(1, 5); i > 0; i -= 1) {
      bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
    }
    return bytes;
  },
  noise: (_request, random) =>
    Buffer.from(Array.from({ length: random.int(1, 300) }, () => random.int(0, 255))),
  'a body over the limit': (request, random) =>
    bytesOf({ ...request, body: Buffer.alloc(random.int(262_144, 300_000), '[') }),
  'an endless body in chunks': (request) =>
    chunked(request, 'chunked', `20000\r\n${'1'.repeat(0x2_00_00)}\r\n`.repeat(3)),
};

const NAMES = Object.keys(WAYS) as [string, ...string[]];

/** Breaks the framing of the message, which is therefore sent on its own connection. */
export function unframe(request: FuzzRequest, random: Random): FuzzRequest {
  const name = random.pick(NAMES);
  return {
    ...request,
    mutations: [...request.mutations, name],
    raw: WAYS[name]!(request, random),
    alone: true,
  };
}
