import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

const TYPES = { 1: 'A', 28: 'AAAA' } as const;
const HEADER_BYTES = 12;
const SERVER_FAILED = 2;
const NOT_FOUND = 3;

/** The addresses of names by record type. A question that is not listed gets no response. */
export type Zone = Readonly<Record<string, Partial<Record<'A' | 'AAAA', readonly string[]>>>>;

function questionOf(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1) as keyof typeof TYPES;
  return { name: labels.join('.').toLowerCase(), type: TYPES[type] ?? '', end: at + 5 };
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [left = [], right = []] = groups.map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return Buffer.concat(
    [...left, ...zeros, ...right].map((group) => Buffer.from(group.padStart(4, '0'), 'hex')),
  );
}

/** A resource record that refers to the name in the question. */
function record(address: string): Buffer {
  const data = bytesOf(address);
  const head = Buffer.from([
    0xc0,
    HEADER_BYTES,
    0,
    data.length === 4 ? 1 : 28,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    data.length,
  ]);
  return Buffer.concat([head, data]);
}

/**
 * What a name server does with questions: it answers them; it `fails`, as one that cannot reach others;
 * it `denies` that there are such names; or it is `silent`.
 */
export type NameServerMode = 'answers' | 'fails' | 'denies' | 'silent';

export interface NameServer {
  /** `address:port` */
  address: string;
  mode: NameServerMode;
  close(): void;
}

/** The question alone, with a response code. */
function errorOf(query: Buffer, code: number): Buffer {
  const { end } = questionOf(query);
  const bytes = Buffer.from(query.subarray(0, end));
  bytes.writeUInt16BE(0x8180 | code, 2);
  bytes.writeUInt32BE(0, 8);
  return bytes;
}

function respondTo(query: Buffer, zone: Zone): Buffer | undefined {
  const { name, type, end } = questionOf(query);
  const known = Object.hasOwn(zone, name) ? zone[name] : undefined;
  const addresses = known?.[type as 'A' | 'AAAA'];
  if (!known) return errorOf(query, NOT_FOUND);
  if (!addresses) return undefined;
  const head = Buffer.from(query.subarray(0, HEADER_BYTES));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, query.subarray(HEADER_BYTES, end), ...addresses.map(record)]);
}

function responseTo(query: Buffer, zone: Zone, mode: NameServerMode): Buffer | undefined {
  switch (mode) {
    case 'answers':
      return respondTo(query, zone);
    case 'fails':
      return errorOf(query, SERVER_FAILED);
    case 'denies':
      return errorOf(query, NOT_FOUND);
    case 'silent':
      return undefined;
  }
}

/** Starts a name server on this machine. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = { address: '', mode: 'answers', close: () => void socket.close() };
  socket.on('message', (query, from) => {
    const bytes = responseTo(query, zone, server.mode);
    if (bytes) socket.send(bytes, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
