import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  status: number;
  headers: Map<string, string>;
  text: string;
  /** The parsed body, if it is JSON. */
  body: any;
}

/** The status and headers of a response. */
export const message = (lines: readonly string[], body = '') =>
  `${lines.join('\r\n')}\r\n\r\n${body}`;

function headOf(text: string): { status: number; headers: Map<string, string> } {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', value = ''] = line.split(/:\s*(.*)/s);
    return [name.toLowerCase(), value];
  });
  return { status: Number(statusLine.split(' ')[1]), headers: new Map(headers) };
}

/** The responses in the bytes of a connection, each of the length that it declares. */
function responsesIn(text: string, withoutBodies: boolean): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) throw new Error(`Not a response: ${rest}`);
    const { status, headers } = headOf(rest.slice(0, end));
    rest = rest.slice(end + 4);
    const isBare = withoutBodies || status < 200 || status === 204;
    const length = isBare ? 0 : Number(headers.get('content-length'));
    const body = Buffer.from(rest, 'latin1').subarray(0, length).toString();
    const isJson = headers.get('content-type')?.startsWith('application/json') && body !== '';
    responses.push({ status, headers, text: body, body: isJson ? JSON.parse(body) : undefined });
    rest = rest.slice(length);
  }
  return responses;
}

export async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  return socket;
}

/** Sends bytes as they are (Latin-1) and reads until the server closes the connection. */
export async function exchange(url: string, text: string): Promise<RawResponse[]> {
  const socket = await open(url);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, 'close');
  socket.write(text, 'latin1');
  await closed;
  return responsesIn(Buffer.concat(chunks).toString('latin1'), text.startsWith('HEAD '));
}
