import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

export interface Expecting {
  /** Sends the body, if there is one, and returns the response. */
  finish(body?: string): Promise<{ status: number; body: any }>;
}

/** A request whose head the server has accepted with 100 Continue; the body is not sent yet. */
export async function expecting(
  url: string,
  options: { method: string; headers: Record<string, string>; length?: number },
): Promise<Expecting> {
  const { method, headers, length = 0 } = options;
  const pending = request(url, {
    method,
    agent: false,
    headers: { ...headers, 'content-length': length, expect: '100-continue' },
  });
  const responding = once(pending, 'response') as Promise<[IncomingMessage]>;
  pending.flushHeaders();
  await once(pending, 'continue');
  return {
    async finish(body = '') {
      pending.end(body);
      const [response] = await responding;
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return {
        status: response.statusCode ?? 0,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      };
    },
  };
}
