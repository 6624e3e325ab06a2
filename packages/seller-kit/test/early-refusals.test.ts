import { once } from 'node:events';
import { connect } from 'node:net';
import { formatPayload } from '@mkt/protocol/signing';
import { signedRequest } from '@mkt/seller-kit/testing';
import { describe, expect, it, vi } from 'vitest';
import { SOCKETS } from './adapters.ts';
import { sendRaw } from './listen.ts';
import { sampleService, type Run } from './sample-service.ts';

const PAYLOAD = formatPayload({ orderId: 'o', listingId: 'l', buyerId: 'b' }, 1_700_000_000);
const GOOD_SHAPE = [`X-MKT-Payload: ${PAYLOAD}`, 'X-MKT-Signature: v1,AAAA'];

const head = (...headers: string[]) =>
  ['POST /run HTTP/1.1', 'Host: seller.test', ...headers, '', ''].join('\r\n');

/** Sends the head of a request and waits until the server ends the connection. */
async function responseTo(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(request);
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString('utf8')));
  await once(socket, 'close');
  return response;
}

const REFUSALS: [headers: string[], error: string][] = [
  [[], 'Missing X-MKT-Signature or X-MKT-Payload headers'],
  [[GOOD_SHAPE[0]!], 'Missing X-MKT-Signature or X-MKT-Payload headers'],
  [[GOOD_SHAPE[0]!, 'X-MKT-Signature:'], 'Missing X-MKT-Signature or X-MKT-Payload headers'],
  [[...GOOD_SHAPE, GOOD_SHAPE[1]!], 'X-MKT-Signature or X-MKT-Payload was sent more than once'],
  [
    ['X-MKT-Payload: oops', GOOD_SHAPE[1]!],
    'X-MKT-Payload is not of the form <envelope>.<timestamp>',
  ],
  [[GOOD_SHAPE[0]!, 'X-MKT-Signature: oops'], 'X-MKT-Signature is not a list of v1,<base64>'],
];

describe.each(SOCKETS)('on %s', (_, start) => {
  it('a call with missing, repeated or malformed headers is 401 before its body arrives', async () => {
    const run = vi.fn<Run>(() => ({ length: 1 }));
    const url = await start(sampleService({ run }));
    const responses = await Promise.all(
      REFUSALS.map(([headers]) => responseTo(url, head('Content-Length: 1000', ...headers))),
    );
    for (const [index, response] of responses.entries()) {
      expect(response).toMatch(/^HTTP\/1.1 401 /);
      expect(response.toLowerCase()).toContain('\r\nconnection: close\r\n');
      const body = response.slice(response.indexOf('\r\n\r\n') + 4);
      expect(JSON.parse(body)).toEqual({ error: REFUSALS[index]?.[1] });
    }
    expect(run).not.toHaveBeenCalled();
  });

  it('a body that is declared larger than allowed is 413 before it arrives', async () => {
    const url = await start(sampleService());
    const response = await responseTo(url, head('Content-Length: 1048577', ...GOOD_SHAPE));
    expect(response).toMatch(/^HTTP\/1.1 413 /);
    expect(response).toContain('{"error":"The body is larger than 1048576 bytes"}');
  });

  it('a connection is kept for the next call when the refused body came with its headers', async () => {
    const url = await start(sampleService());
    const health = 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const response = await sendRaw(
      url,
      `${head('Content-Length: 13')}{"text":"abc"}`.slice(0, -1) + health,
    );
    expect(response).toMatch(/^HTTP\/1.1 401 .*HTTP\/1.1 200 OK.*{"status":"ok"}$/s);
  });

  it.each([
    [1_024, 200],
    [1_025, 400],
  ])('a signed body in %i chunks of 1 byte is %i', async (chunks, status) => {
    const service = sampleService();
    const url = await start(service);
    const request = await signedRequest(service, {
      text: 'a'.repeat(chunks - '{"text":""}'.length),
    });
    const headers = [...request.headers].map(([name, value]) => `${name}: ${value}`);
    const body = Array.from(await request.text(), (byte) => `1\r\n${byte}\r\n`).join('');
    const response = await sendRaw(
      url,
      `${head('Connection: close', 'Transfer-Encoding: chunked', ...headers)}${body}0\r\n\r\n`,
    );
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (status === 400)
      expect(response).toContain('{"error":"The body arrived in too many small chunks');
  });

  it('a body whose framing takes over 4 times the limit and 64 KiB is 400', async () => {
    const url = await start(sampleService({ maxBodyBytes: 1_000 }));
    const chunk = `1;${'x'.repeat(1_000)}\r\na\r\n`;
    const request = head('Transfer-Encoding: chunked', ...GOOD_SHAPE) + chunk.repeat(400);
    expect(await responseTo(url, request)).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('service.fetch', () => {
  /** A request whose body counts how many chunks were read. */
  function streamed(headers: Record<string, string>, chunk: Uint8Array, chunks = Infinity) {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (pulled++ < chunks) controller.enqueue(chunk.slice());
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method: 'POST', headers, body, duplex: 'half' };
    return { request: new Request('http://seller.test/run', init), pulled: () => pulled };
  }
  const shaped = { 'x-mkt-payload': PAYLOAD, 'x-mkt-signature': 'v1,AAAA' };

  it('does not touch the body of an unsigned call', async () => {
    const { request, pulled } = streamed({}, new Uint8Array(10));
    expect((await sampleService().fetch(request)).status).toBe(401);
    expect(pulled()).toBe(0);
  });

  it('does not touch a body that is declared larger than allowed', async () => {
    const { request, pulled } = streamed(
      { ...shaped, 'content-length': '1048577' },
      new Uint8Array(10),
    );
    expect((await sampleService().fetch(request)).status).toBe(413);
    expect(pulled()).toBe(0);
  });

  it('stops reading a body in tiny chunks', async () => {
    const { request, pulled } = streamed(shaped, new Uint8Array(1));
    const response = await sampleService().fetch(request);
    expect(response.status).toBe(400);
    expect(pulled()).toBeLessThan(1_100);
  });
});
