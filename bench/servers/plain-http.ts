import type { IncomingMessage, ServerResponse } from 'node:http';

/** The bytes of a body, without the limits that a public server needs. */
export function readBytes(req: IncomingMessage, done: (bytes: Buffer) => void): void {
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  req.on('data', (chunk: Buffer) => {
    if (first) (more ??= [first]).push(chunk);
    else first = chunk;
  });
  req.on('end', () => done(more ? Buffer.concat(more) : (first ?? Buffer.alloc(0))));
}

export function sendJson(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'access-control-allow-origin': '*',
  });
  res.end(text);
}
