// Without the driver, which a server on SQLite does not load.
/** The values of `target_session_attrs` that are supported: those with which an order can be stored. */
export type SessionTarget = 'read-write' | 'primary';

const TARGETS: readonly string[] = ['read-write', 'primary'] satisfies SessionTarget[];

/** `postgres://user:password@`, the hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/** Hosts and ports are either in the authority or in the parameters `host` and `port`. */
function urlsOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  if (hosts.includes(',')) return hosts.split(',').map((host) => `${start}${host}${rest}`);
  if (!URL.canParse(url)) return [url];
  const parameters = new URL(url).searchParams;
  const names = parameters.get('host')?.split(',') ?? [];
  const ports = parameters.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== names.length) return [];
  if (names.length < 2) return [url];
  return names.map((name, at) => {
    const single = new URL(url);
    single.searchParams.set('host', name);
    const port = ports.length > 1 ? ports[at] : ports[0];
    if (port !== undefined) single.searchParams.set('port', port);
    return single.href;
  });
}

const targetOf = (url: string) => new URL(url).searchParams.get('target_session_attrs');

/** The hosts of a URL of libpq, each as a separate URL; undefined if it is not such a URL. */
export function hostsOf(url: string): string[] | undefined {
  const urls = PARTS.test(url) ? urlsOf(url) : [];
  return urls.length > 0 && urls.every((each) => URL.canParse(each)) ? urls : undefined;
}

/** The `target_session_attrs` of the URL if the marketplace cannot use it. */
export function unsupportedTarget(url: string): string | undefined {
  const target = targetOf(hostsOf(url)?.[0] ?? url) ?? 'any';
  return target === 'any' || TARGETS.includes(target) ? undefined : target;
}

export interface HostList {
  /** A URL for each host. */
  urls: readonly string[];
  /** What a host must be; undefined for a single host that is used whatever it is. */
  target: SessionTarget | undefined;
}

/** With several hosts, the one that takes writes is used, even if the URL does not say so. */
export function parseHosts(url: string): HostList {
  const urls = hostsOf(url);
  // The error of `new URL` would have the password.
  if (!urls) throw new TypeError('This is not the URL of a Postgres database.');
  const target = targetOf(urls[0] ?? url);
  const given = TARGETS.includes(target ?? '') ? (target as SessionTarget) : undefined;
  return { urls, target: given ?? (urls.length > 1 ? 'read-write' : undefined) };
}
