import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createClient, InvalidOptionError } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { serveEndless, serveHttp } from '../../../test-bed/local-server.ts';
import { RESPONSES } from './records.ts';

const run = promisify(execFile);

/** More than the response: seconds of tiny chunks leave garbage that is not collected yet. */
const MAX_GROWTH_MIB = 250;

interface Ended {
  name?: string;
  type?: string;
  message?: string;
  grownMib: number;
  tookMs: number;
}

/** What becomes of a client that is sent the head once and then the block again and again. */
async function readFrom(head: string, block: string | Buffer, timeoutMs = 2_000): Promise<Ended> {
  await using server = await serveEndless(head, block);
  const program = join(import.meta.dirname, 'client-process.ts');
  const argv = ['--conditions=mkt-source', program, server.url, String(timeoutMs)];
  const { stdout } = await run(process.execPath, argv);
  return JSON.parse(stdout) as Ended;
}

const CHUNKED = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
const BIG_CHUNK = `10000\r\n${'x'.repeat(65_536)}\r\n`;

describe('a response that never ends', () => {
  it.each([
    ['200 OK', 'of a success'],
    ['503 Service Unavailable', 'of an error'],
  ])('throws an InvalidResponseError at 16 MiB: %s', async (status) => {
    const ended = await readFrom(`HTTP/1.1 ${status}\r\n${CHUNKED}`, BIG_CHUNK, 20_000);
    expect(ended).toMatchObject({ name: 'InvalidResponseError', type: 'invalid_response' });
    expect(ended.message).toContain(
      'with more than 16777216 bytes; the rest was not read. If the size is expected, raise maxResponseBytes',
    );
    expect(ended.grownMib).toBeLessThan(MAX_GROWTH_MIB);
    expect(ended.tookMs).toBeLessThan(19_000);
  });

  it('throws at 16 MiB of what was decoded, if it is compressed', async () => {
    // As many members of a megabyte as the client reads, each a thousandth of that as it is sent.
    const member = gzipSync(' '.repeat(1_048_576));
    const sizeLine = `${member.length.toString(16)}\r\n`;
    const block = Buffer.concat([Buffer.from(sizeLine), member, Buffer.from('\r\n')]);
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n${CHUNKED}`;
    const ended = await readFrom(head, block, 20_000);
    expect(ended).toMatchObject({ name: 'InvalidResponseError', type: 'invalid_response' });
    expect(ended.message).toContain('with more than 16777216 bytes; the rest was not read.');
    expect(ended.grownMib).toBeLessThan(MAX_GROWTH_MIB);
  });

  it('a response in chunks of 1 byte times out and takes little memory', async () => {
    const ended = await readFrom(`HTTP/1.1 200 OK\r\n${CHUNKED}`, '1\r\na\r\n'.repeat(10_000));
    expect(ended).toMatchObject({ name: 'ConnectionError', type: 'timeout' });
    expect(ended.grownMib).toBeLessThan(MAX_GROWTH_MIB);
  });

  it('a response in chunks of 1 byte with extensions of 16 KB takes little memory', async () => {
    const block = `1;${'x'.repeat(16_000)}\r\na\r\n`.repeat(4);
    const ended = await readFrom(`HTTP/1.1 200 OK\r\n${CHUNKED}`, block);
    expect(ended.name).toBe('ConnectionError');
    expect(ended.grownMib).toBeLessThan(MAX_GROWTH_MIB);
  });

  it('a response that consists only of 1xx responses times out and takes little memory', async () => {
    const block = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1_000);
    const ended = await readFrom('', block);
    expect(ended.name).toBe('ConnectionError');
    expect(ended.grownMib).toBeLessThan(MAX_GROWTH_MIB);
  });

  it('a response with one endless header throws a ConnectionError', async () => {
    const ended = await readFrom('HTTP/1.1 200 OK\r\nx-long: ', 'x'.repeat(65_536));
    expect(ended).toMatchObject({ name: 'ConnectionError', type: 'unreachable' });
    expect(ended.grownMib).toBeLessThan(MAX_GROWTH_MIB);
  });
});

describe('maxResponseBytes', () => {
  const body = JSON.stringify(RESPONSES.getMe);

  it('is the size of the largest response that is read; a larger one is not retried', async () => {
    let requests = 0;
    await using local = await serveHttp((_, response) => {
      requests += 1;
      response.end(body);
    });
    const options = { baseUrl: local.url, apiKey: null, retries: 2 };
    const exact = createClient({ ...options, maxResponseBytes: body.length });
    await expect(exact.me()).resolves.toEqual(RESPONSES.getMe);
    requests = 0;
    const tooSmall = createClient({ ...options, maxResponseBytes: body.length - 1 });
    await expect(tooSmall.me()).rejects.toMatchObject({
      name: 'InvalidResponseError',
      status: 200,
    });
    expect(requests).toBe(1);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('cannot be %d', (bytes) => {
    expect(() => createClient({ maxResponseBytes: bytes })).toThrow(InvalidOptionError);
  });
});
