import { Agent, request } from 'undici';

export interface PacedLoadOptions {
  url: string;
  perSecond: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Sends requests at a steady pace, whatever becomes of them; the result ends it. */
export function startPacedLoad({ url, perSecond, headers, body }: PacedLoadOptions): () => void {
  const dispatcher = new Agent();
  const send = async () => {
    const sent = { 'content-type': 'application/json', ...headers };
    const answer = await request(url, { method: 'POST', headers: sent, body, dispatcher });
    await answer.body.dump();
  };
  const timer = setInterval(() => {
    // Most are meant to be refused or to come to nothing.
    send().catch(() => undefined);
  }, 1_000 / perSecond);
  return () => {
    clearInterval(timer);
    void dispatcher.destroy();
  };
}
