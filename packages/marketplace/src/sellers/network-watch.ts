import { isIP } from 'node:net';
import type { Clock, Log } from '../market/outside.ts';

/** Failures that are further apart say nothing about a common cause. */
const WINDOW_MS = 10_000;
/** The fewest sellers and domains whose failure together may be an outage. */
const LEAST = 3;
/**
 * The shortest time between two checks of a suspicion: anyone who lists hosts that fail can raise one. It
 * is shorter than the retries of a call to a name that does not exist, so an outage that follows a false
 * alarm is noticed before the first of its calls fails for good.
 */
const SUSPECT_EVERY_MS = 1_000;
/** How often it is checked whether an outage is over. */
const CHECK_EVERY_MS = 2_000;
const CHECK_MS = 5_000;
/** Hosts to which a check connects. */
const CHECKED_HOSTS = 10;
/** Hosts that worked, as long as they may be expected to work still. */
const MAX_KNOWN = 1_000;
const KNOWN_MS = 24 * 3_600_000;
/** Sellers whose calls failed most recently. */
const MAX_FAILING = 1_000;

/**
 * Why a request was certainly not sent, by what a retry can achieve. `definite`: it would fail again, as
 * with an expired certificate. `service`: the service may be starting. `name`: the name does not exist,
 * and `network`: its servers or the host cannot be reached; both may be due to the network of this
 * machine.
 */
export type Unsent = 'definite' | 'service' | 'name' | 'network';

export const mayBeOurNetwork = (unsent: Unsent | undefined): boolean =>
  unsent === 'name' || unsent === 'network';

/** Where a connection leads; `port` is empty for that of the protocol. */
export interface Host {
  hostname: string;
  port: string;
  /** The protocol, with its colon. */
  protocol: string;
}

interface KnownHost {
  host: Host;
  reachedAtMs: number;
}

interface Failing {
  host: Host;
  domain: string;
  atMs: number;
}

interface Outage {
  startedAtMs: number;
  /** Sellers whose calls failed in it. */
  sellers: Set<string>;
  over: AbortController;
}

export interface NetworkWatchOptions {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  log: Pick<Log, 'error' | 'info'>;
  /** Opens a connection and closes it; never rejects. The host counts as reached if it refuses it. */
  tryHost(host: Host, timeoutMs: number): Promise<boolean>;
  /** Whether the name of the marketplace itself resolves; never rejects. Undefined if it has none. */
  resolvesOwnName?: (() => Promise<boolean>) | undefined;
  /** Called when an outage is over. */
  onRecovered(): void;
}

/** A host without a name says nothing about DNS. */
const isName = ({ hostname }: Host): boolean => !hostname.startsWith('[') && isIP(hostname) === 0;

/**
 * The last two parts of a host's name, which usually belong to one owner. All names below a public suffix
 * of two parts, such as `co.uk`, count as one domain: this only makes it take longer until an outage is
 * declared.
 */
const domainOf = ({ hostname }: Host): string => hostname.split('.').slice(-2).join('.');

/**
 * Notices when the network or the DNS of this machine is away, so that sellers are not blamed for it.
 *
 * Sellers may be hostile, and must not be able to fake an outage: it takes three accounts with hosts of
 * three domains that fail within ten seconds, while no connection to any name is established, and then
 * a check: hosts that worked before, those that are known longest among them, are connected to and none
 * may respond. A marketplace that knows none looks up its own name. Any connection ends the outage.
 */
export function createNetworkWatch(options: NetworkWatchOptions) {
  const { clock, log, tryHost, resolvesOwnName, onRecovered } = options;
  /** Hosts by origin, those known longest first. */
  const known = new Map<string, KnownHost>();
  const failing = new Map<string, Failing>();
  let reachedAtMs = -Infinity;
  let checkedAtMs = -Infinity;
  let isChecking = false;
  let outage: Outage | undefined;
  let endedAtMs = -Infinity;
  let cancelCheck: (() => void) | undefined;

  function connected(host: Host): void {
    if (!isName(host)) return;
    reachedAtMs = clock.monotonic();
    failing.clear();
    if (outage) end(outage);
  }

  function reached(host: Host): void {
    connected(host);
    if (isName(host)) learn(host);
  }

  function learn({ hostname, port, protocol }: Host): void {
    const name = `${protocol}//${hostname}:${port}`;
    const before = known.get(name);
    if (before) {
      before.reachedAtMs = reachedAtMs;
      return;
    }
    if (known.size >= MAX_KNOWN) {
      const [oldest] = [...known].toSorted(([, a], [, b]) => a.reachedAtMs - b.reachedAtMs);
      if (oldest) known.delete(oldest[0]);
    }
    known.set(name, { host: { hostname, port, protocol }, reachedAtMs });
  }

  function failed(sellerId: string, host: Host): void {
    if (!isName(host)) return;
    outage?.sellers.add(sellerId);
    failing.delete(sellerId);
    failing.set(sellerId, { host, domain: domainOf(host), atMs: clock.monotonic() });
    const [oldest] = failing.keys();
    if (failing.size > MAX_FAILING && oldest !== undefined) failing.delete(oldest);
    if (!outage && isSuspicious()) void checkNow();
  }

  function isSuspicious(): boolean {
    const sinceMs = clock.monotonic() - WINDOW_MS;
    for (const [sellerId, { atMs }] of failing) {
      if (atMs >= sinceMs) break;
      failing.delete(sellerId);
    }
    if (failing.size < LEAST) return false;
    return new Set([...failing.values()].map(({ domain }) => domain)).size >= LEAST;
  }

  /** Hosts that worked: those known longest, which no newcomer can displace, and the latest. */
  function hostsToCheck(): Host[] {
    const sinceMs = clock.monotonic() - KNOWN_MS;
    const recent = [...known.values()].filter((each) => each.reachedAtMs >= sinceMs);
    const longest = recent.slice(0, CHECKED_HOSTS / 2);
    const latest = recent.toSorted((a, b) => b.reachedAtMs - a.reachedAtMs);
    return [...new Set([...longest, ...latest])].slice(0, CHECKED_HOSTS).map(({ host }) => host);
  }

  /** Connects to the hosts, and reports one that works to `reached`. Resolves with whether any did. */
  async function tryAll(hosts: readonly Host[]): Promise<boolean> {
    const tried = await Promise.all(
      hosts.map(async (host) => ((await tryHost(host, CHECK_MS)) ? host : undefined)),
    );
    const worked = tried.find((host) => host !== undefined);
    if (worked) reached(worked);
    return worked !== undefined;
  }

  /** Connects to hosts that worked; without any, looks up the marketplace's own name. */
  async function worksElsewhere(): Promise<boolean> {
    const hosts = hostsToCheck();
    if (hosts.length === 0) return (await resolvesOwnName?.()) === true;
    return tryAll(hosts);
  }

  async function checkNow(): Promise<void> {
    const nowMs = clock.monotonic();
    if (isChecking || nowMs - checkedAtMs < SUSPECT_EVERY_MS) return;
    checkedAtMs = nowMs;
    isChecking = true;
    const works = await worksElsewhere();
    isChecking = false;
    if (!works && reachedAtMs < nowMs && !outage && isSuspicious()) begin();
  }

  function begin(): void {
    // The suspicion was right, so the next one is checked at once.
    checkedAtMs = -Infinity;
    outage = {
      startedAtMs: clock.monotonic(),
      sellers: new Set(failing.keys()),
      over: new AbortController(),
    };
    const domains = new Set([...failing.values()].map(({ domain }) => domain));
    log.error(
      { sellers: failing.size, domains: domains.size },
      'network outage: no seller can be reached from this machine; check its network and DNS',
    );
    checkLater(outage);
  }

  function checkLater(during: Outage): void {
    cancelCheck = clock.after(CHECK_EVERY_MS, () => void checkAgain(during));
  }

  async function checkAgain(during: Outage): Promise<void> {
    const hosts = [...hostsToCheck(), ...[...failing.values()].map(({ host }) => host)];
    await tryAll(hosts.slice(0, CHECKED_HOSTS));
    if (outage === during) checkLater(during);
  }

  function end({ startedAtMs, sellers, over }: Outage): void {
    outage = undefined;
    endedAtMs = clock.monotonic();
    cancelCheck?.();
    const seconds = Math.round((endedAtMs - startedAtMs) / 1_000);
    log.info({ seconds, sellers: sellers.size }, 'network outage is over');
    over.abort();
    onRecovered();
  }

  return {
    /** A host was connected to, or it refused the connection. A check may connect to it again. */
    reached,
    /** The same of a host that is no seller's: no check connects to it. */
    connected,
    /** A host of a seller could not be reached, for a reason that may be due to this machine. */
    failed,
    isDown: (): boolean => outage !== undefined,
    /**
     * Whether there is an outage, or was one since this time of the monotonic clock. What began in an outage may fail
     * only after its end: a lookup that hangs takes 8 seconds.
     */
    wasDownSince: (sinceMs: number): boolean => outage !== undefined || endedAtMs >= sinceMs,
    /** Whether the last call to this seller failed because of an outage that is not over. */
    isCutOff: (sellerId: string): boolean => outage?.sellers.has(sellerId) === true,
    /** Aborted when the outage is over; undefined without one. */
    recovery: (): AbortSignal | undefined => outage?.over.signal,
    close(): void {
      cancelCheck?.();
      outage = undefined;
    },
  };
}

export type NetworkWatch = ReturnType<typeof createNetworkWatch>;
