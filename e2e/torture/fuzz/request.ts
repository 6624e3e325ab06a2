/** A request before it is turned into bytes. */
export interface FuzzRequest {
  /** Its number in the run. */
  number: number;
  /** The operation before mutation. */
  operation: string;
  /** The mutations applied to it. */
  mutations: string[];
  method: string;
  /** With its query string. */
  target: string;
  headers: [string, string | Buffer][];
  body: Buffer | undefined;
  /** Raw bytes that replace all of the above, for what is no longer HTTP. */
  raw?: Buffer;
  /**
   * It is sent on its own connection, which may close without a response: the server cannot
   * tell it from what follows it.
   */
  alone?: boolean;
}

const LINE = Buffer.from('\r\n');

/** The bytes of a request; `content-length` is added unless its headers already state a length. */
export function bytesOf({ method, target, headers, body, raw }: FuzzRequest): Buffer {
  if (raw) return raw;
  const framed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const parts: Buffer[] = [Buffer.from(`${method} ${target} HTTP/1.1\r\n`, 'latin1')];
  for (const [name, value] of headers) {
    parts.push(Buffer.from(`${name}: `, 'latin1'));
    parts.push(typeof value === 'string' ? Buffer.from(value, 'latin1') : value, LINE);
  }
  if (body && !framed) parts.push(Buffer.from(`content-length: ${body.length}\r\n`));
  parts.push(LINE);
  if (body) parts.push(body);
  return Buffer.concat(parts);
}

const SHOWN_BYTES = 1_500;

/** A request as text that a shell's `printf` turns back into its bytes. */
export function printable(request: FuzzRequest): string {
  const bytes = bytesOf(request);
  const text = [...bytes.subarray(0, SHOWN_BYTES)]
    .map((byte) => {
      if (byte === 0x0d) return '\\r';
      if (byte === 0x0a) return '\\n';
      if (byte === 0x5c || byte === 0x25 || byte === 0x27) return `\\x${byte.toString(16)}`;
      return byte >= 0x20 && byte < 0x7f
        ? String.fromCodePoint(byte)
        : `\\x${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  const rest = bytes.length - SHOWN_BYTES;
  return `#${request.number} ${[request.operation, ...request.mutations].join(', ')}: ${text}${rest > 0 ? `… and ${rest} bytes` : ''}`;
}
