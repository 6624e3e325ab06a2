export interface FuzzResponse {
  status: number;
  headers: Map<string, string>;
  body: Buffer;
  /** The server closes the connection after this one. */
  closes: boolean;
}

export interface Taken {
  response: FuzzResponse;
  rest: Buffer;
}

const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) /;
const NOTHING = Buffer.alloc(0);
const HEAD_END = Buffer.from('\r\n\r\n');

function headersOf(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** The joined chunks and where they end; undefined while some are missing. */
function takeChunks(bytes: Buffer, from: number): { body: Buffer; end: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = from; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    const end = start + size + 2;
    if (bytes.length < end) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), end };
    parts.push(bytes.subarray(start, start + size));
    at = end;
  }
}

/**
 * The first response in the bytes, and what follows it; undefined while it is incomplete. Interim
 * responses (1xx) are skipped. An event stream does not end, so only its head is taken, and its
 * connection has to be closed. `hasBody` is false for the response to HEAD. Throws if it is not HTTP.
 */
export function takeResponse(bytes: Buffer, hasBody: boolean): Taken | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const [, digits] = STATUS_LINE.exec(statusLine) ?? [];
  if (digits === undefined) throw new Error(`No HTTP response: ${statusLine.slice(0, 100)}`);
  const status = Number(digits);
  const start = headEnd + HEAD_END.length;
  if (status < 200) return takeResponse(bytes.subarray(start), hasBody);
  const headers = headersOf(lines);
  const taken = (body: Buffer, end: number): Taken => ({
    response: { status, headers, body, closes: headers.get('connection') === 'close' },
    rest: bytes.subarray(end),
  });
  if (headers.get('content-type') === 'text/event-stream' && hasBody) {
    return { response: { status, headers, body: Buffer.alloc(0), closes: true }, rest: NOTHING };
  }
  if (!hasBody || status === 204 || status === 304) return taken(Buffer.alloc(0), start);
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunks = takeChunks(bytes, start);
    return chunks && taken(chunks.body, chunks.end);
  }
  const end = start + Number(headers.get('content-length') ?? 0);
  return bytes.length < end ? undefined : taken(bytes.subarray(start, end), end);
}
