/** A database as it is told to people: without the password. */
export function nameOfDatabase(url: string): string {
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1)) || 'the default database'} on ${host || 'this machine'}`;
}
