/** The first match counts: user agents of the earlier browsers also name the later ones. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const MAX_LENGTH = 60;

const nameIn = (list: typeof BROWSERS, text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** `Firefox on Linux`; an unknown user agent is shown as it was sent. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser';
  const browser = nameIn(BROWSERS, userAgent);
  if (!browser) {
    return userAgent.length > MAX_LENGTH ? `${userAgent.slice(0, MAX_LENGTH)}…` : userAgent;
  }
  const system = nameIn(SYSTEMS, userAgent);
  return system ? `${browser} on ${system}` : browser;
}

/** This browser first, and the others in their order. */
export const currentFirst = <Session extends { current: boolean }>(
  sessions: readonly Session[],
): Session[] => sessions.toSorted((a, b) => Number(b.current) - Number(a.current));

/** What closing an account does, in the order in which people may miss it. */
export const CLOSING = [
  {
    what: 'API keys and devices',
    happens: 'stop working at once, and you are signed out everywhere.',
  },
  {
    what: 'Listings',
    happens: 'are archived and never sold again. Unpublished ones and webhooks are deleted.',
  },
  {
    what: 'Waiting orders, bought or sold,',
    happens: 'fail without a call. Running ones finish, but you cannot read them.',
  },
  {
    what: 'Name, address, password and seller profile',
    happens: 'are erased. You can sign up with the address again, as a new account.',
  },
  {
    what: 'Your buyers and sellers',
    happens: 'keep their orders, sales and statements as they are.',
  },
] as const;
