import { CliError } from '../errors/cli-error.ts';

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** The address without a slash at its end; anything else is returned unchanged. */
export const withoutSlash = (address: string): string =>
  (URL.parse(address)?.href ?? address).replace(/\/+$/, '');

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether two addresses are of the same marketplace, so that a key of one may be sent to the other. The
 * usual names of this machine count as one; others that lead to it, such as `127.0.0.2`, do not.
 */
export const isSameAddress = (one: string, other: string): boolean =>
  withOneName(one) === withOneName(other);

function withOneName(address: string): string {
  const url = URL.parse(address);
  if (url && THIS_MACHINE.has(url.hostname)) url.hostname = 'localhost';
  return withoutSlash(url?.href ?? address);
}

export const isMarketName = (name: string): boolean => NAME.test(name);

/** Refuses a name of a marketplace that could be confused with something else. */
export function checkMarketName(name: string): void {
  if (isMarketName(name)) return;
  throw new CliError(
    'invalid_usage',
    'The name of a marketplace starts with a letter or digit and has at most 64 letters, digits, dots, dashes and underscores.',
  );
}

/** A name for an address that has none: its host, as in `market.example`. */
export function nameOfAddress(baseUrl: string, isTaken: (name: string) => boolean): string {
  const host = (URL.parse(baseUrl)?.host ?? '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '');
  const name = host.slice(0, 60) || 'marketplace';
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(numbered)) return numbered;
  }
}
