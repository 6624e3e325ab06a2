import type { Ask } from './ask.ts';

const LOCAL = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/;
const URL_FORM = /^[a-z][\w+.-]*:\/\//i;

/** The base address of a service or of a marketplace; one on this machine needs no scheme: `localhost:8810`. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  const address = `http://${trimmed}`;
  return !URL_FORM.test(trimmed) && LOCAL.test(trimmed) && URL.canParse(address)
    ? address
    : trimmed;
}

/** Whether a text is an address, rather than a file or the name of a listing. */
export const isAddress = (text: string): boolean => /^https?:\/\//i.test(withScheme(text));

const SERVICES = 'http://localhost:8810 or https://api.example.com';
const MARKETPLACES = 'http://localhost:8787 or https://market.example';

/** What is wrong with the base address of a service, as a sentence; `undefined` if it is a URL. */
export const serviceUrlProblem = (text: string): string | undefined => problemOf(text, SERVICES);

/** The same for the address of a marketplace. */
export const baseUrlProblem = (text: string): string | undefined => problemOf(text, MARKETPLACES);

function problemOf(text: string, examples: string): string | undefined {
  const address = withScheme(text);
  if (URL_FORM.test(address) && URL.canParse(address)) return undefined;
  const guess = `https://${address}`;
  const isHost = /^[^\s/:]+(\.[^\s/:]+|:\d+)/.test(address) && URL.canParse(guess);
  return isHost
    ? `It must be a URL. Did you mean ${guess}?`
    : `It must be a URL such as ${examples}.`;
}

/** Prompts for the address of the service; `command` is what needs it, such as `mkt publish`. */
export async function askServiceUrl({ ask }: { ask: Ask }, command: string): Promise<string> {
  const answer = await ask.text({
    message: 'Base address of your service',
    flag: '--service-url',
    example: `${command} --service-url http://localhost:8810`,
    check: (text) => serviceUrlProblem(text) ?? true,
  });
  return withScheme(answer);
}
