import { Agent, request } from 'undici';

export interface PacedRequest {
  method: 'POST' | 'PATCH';
  url: string;
  body: string;
}

export interface PacedLoadOptions {
  perSecond: number;
  headers: Readonly<Record<string, string>>;
  /** The request with this number, from 1. */
  request(number: number): PacedRequest;
}

/** Sends requests at a steady rate, whatever their outcome, until the returned function is called. */
export function startPacedLoad(options: PacedLoadOptions): () => void {
  const dispatcher = new Agent();
  const headers = { 'content-type': 'application/json', ...options.headers };
  let sent = 0;
  const send = async () => {
    const { url, ...rest } = options.request(++sent);
    const response = await request(url, { ...rest, headers, dispatcher });
    await response.body.dump();
  };
  const timer = setInterval(() => {
    // Most of these requests are expected to fail.
    send().catch(() => undefined);
  }, 1_000 / options.perSecond);
  return () => {
    clearInterval(timer);
    void dispatcher.destroy();
  };
}
