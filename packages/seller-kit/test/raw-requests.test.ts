import { once } from 'node:events';
import { connect } from 'node:net';
import { signedRequest } from '@mkt/seller-kit/testing';
import { describe, expect, it, vi } from 'vitest';
import { SOCKETS } from './adapters.ts';
import { sendRaw } from './listen.ts';
import { sampleService, type Run } from './sample-service.ts';

describe.each(SOCKETS)('on the wire of %s', (_, start) => {
  async function setUp() {
    const run = vi.fn<Run>(async () => ({ length: 1 }));
    const service = sampleService({ run });
    const url = await start(service);
    const request = await signedRequest(service, { text: 'a' });
    return {
      run,
      url,
      body: await request.text(),
      payload: request.headers.get('x-mkt-payload')!,
      signature: request.headers.get('x-mkt-signature')!,
    };
  }

  const post = (headers: string[], body: string) =>
    [
      'POST /run HTTP/1.1',
      'Host: seller.test',
      'Connection: close',
      `Content-Length: ${body.length}`,
    ]
      .concat(headers, '', body)
      .join('\r\n');

  it('a signed call is accepted whatever the case of its headers’ names', async () => {
    const { url, body, payload, signature } = await setUp();
    const headers = [`x-MKT-payLOAD: ${payload}`, `X-mkt-signature: ${signature}`];
    expect(await sendRaw(url, post(headers, body))).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  });

  it.each([
    ['the payload twice', ['P', 'S', 'P']],
    ['the signature twice', ['P', 'S', 'S']],
    ['a second, empty payload', ['P', 'S', 'X-MKT-Payload:']],
    ['a second signature of another case', ['P', 'S', 'x-mkt-SIGNATURE: v1,AAAA']],
  ])('%s is refused, though the first alone would be accepted', async (__, lines) => {
    const { run, url, body, payload, signature } = await setUp();
    const headers = lines.map((line) =>
      line === 'P'
        ? `X-MKT-Payload: ${payload}`
        : line === 'S'
          ? `X-MKT-Signature: ${signature}`
          : line,
    );
    const response = await sendRaw(url, post(headers, body));
    expect(response).toMatch(/^HTTP\/1.1 401 /);
    expect(response).toContain(
      '{"error":"X-MKT-Signature or X-MKT-Payload was sent more than once"}',
    );
    expect(run).not.toHaveBeenCalled();
  });

  it('a body in chunks is one body', async () => {
    const { url, body, payload, signature } = await setUp();
    const chunks = Array.from(body, (character) => `1\r\n${character}\r\n`).join('');
    const request = [
      'POST /run HTTP/1.1',
      'Host: seller.test',
      'Connection: close',
      'Transfer-Encoding: chunked',
      `X-MKT-Payload: ${payload}`,
      `X-MKT-Signature: ${signature}`,
      '',
      `${chunks}0\r\n\r\n`,
    ].join('\r\n');
    expect(await sendRaw(url, request)).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  });

  it('a caller who disconnects within the body can call again', async () => {
    const { run, url, body, payload, signature } = await setUp();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      post([`X-MKT-Payload: ${payload}`, `X-MKT-Signature: ${signature}`], body).slice(0, -3),
    );
    socket.destroy();
    await once(socket, 'close');
    const again = await fetch(`${url}/run`, {
      method: 'POST',
      headers: { 'x-mkt-payload': payload, 'x-mkt-signature': signature },
      body,
    });
    expect(again.status).toBe(200);
    expect(run).toHaveBeenCalledOnce();
  });

  it('the absolute form of a request’s target is understood', async () => {
    const { url } = await setUp();
    const request =
      'GET http://seller.test/health HTTP/1.1\r\nHost: seller.test\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(url, request)).toContain('{"status":"ok"}');
  });
});
