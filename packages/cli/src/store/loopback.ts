const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a URL leads to this machine. */
export const isLoopback = (url: string): boolean => LOOPBACK.test(URL.parse(url)?.hostname ?? '');

/** Whether two endpoints of services are the same; all names of this machine count as one. */
export const isSameEndpoint = (one: string, other: string): boolean =>
  normalised(one) === normalised(other);

function normalised(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  if (isLoopback(address)) url.hostname = 'localhost';
  return url.href;
}
