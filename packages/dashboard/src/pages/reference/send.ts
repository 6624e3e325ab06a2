import { API_OPTIONS } from '../../data/api.ts';
import { watchedFetch } from '../../data/connection.ts';
import { type ApiRequest, formOf, targetOf } from './request.ts';

export interface Answer {
  status: number;
  statusText: string;
  /** Those that say something about this response. */
  headers: readonly (readonly [name: string, value: string])[];
  ms: number;
  text: string;
  /** Whether the text is JSON. */
  isJson: boolean;
}

const SHOWN_HEADERS = [
  'content-type',
  'location',
  'preference-applied',
  'idempotent-replayed',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'www-authenticate',
  'x-request-id',
];

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads a body as it arrives: that of an event stream has no end. */
async function readText(response: Response, onText: (text: string) => void): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return text;
    text += part.value;
    onText(text);
  }
}

interface Sending {
  signal: AbortSignal;
  /** A stream is shown while it lasts. */
  isStream: boolean;
  onAnswer: (answer: Answer) => void;
}

/** Sends a request with the session of the reader, once: a program would retry it. */
export async function sendRequest(
  { method, headers, body, isForm, ...target }: ApiRequest,
  { signal, isStream, onAnswer }: Sending,
): Promise<void> {
  const startedAt = performance.now();
  const response = await watchedFetch(targetOf(target), {
    method,
    signal,
    headers: {
      ...API_OPTIONS.headers,
      ...Object.fromEntries(headers),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? new URLSearchParams(formOf(body)) : body }),
  });
  const answer = (text: string): Answer => ({
    status: response.status,
    statusText: response.statusText,
    headers: SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    ms: performance.now() - startedAt,
    text,
    isJson: !isStream && isJsonText(text),
  });
  if (isStream) onAnswer(answer(''));
  const text = await readText(response, (part) => {
    if (isStream) onAnswer(answer(part));
  });
  onAnswer(answer(text));
}
