const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?(?:\/|$)/i;
const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i;

/** The address of a service as typed: `localhost:8810` and `api.example.com` need no scheme. */
export function serviceAddress(typed: string): string {
  const text = typed.trim();
  if (!HOST.test(text)) return text;
  return `${LOCAL.test(text) ? 'http' : 'https'}://${text}`;
}
