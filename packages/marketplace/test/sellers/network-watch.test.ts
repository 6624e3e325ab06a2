// docs/operate/monitor.md#the-network-is-down: which failures are an outage of this machine's network.
import { describe, expect, it } from 'vitest';
import { CALL_RETRY } from '../../src/market/limits.ts';
import { createNetworkWatch, type Host } from '../../src/sellers/network-watch.ts';
import { createStillClock } from '../still-clock.ts';

const host = (hostname: string): Host => ({ hostname, port: '', protocol: 'https:' });

interface Options {
  /** Hosts to which a check can connect. */
  reachable?: readonly string[];
  resolvesOwnName?: () => Promise<boolean>;
  /** Whether a check gets no response. */
  hangs?: boolean;
}

/** When a call to a name that does not exist fails for good: its waits, each as short as it may be. */
const FIRST_CALL_FAILS_MS =
  (1 - CALL_RETRY.jitter) *
  CALL_RETRY.waitsMs.slice(0, CALL_RETRY.nameWaits).reduce((sum, waitMs) => sum + waitMs, 0);

function open({ reachable = [], resolvesOwnName, hangs = false }: Options = {}) {
  const clock = createStillClock();
  const tried: string[] = [];
  const log: string[] = [];
  const note = (_: unknown, message: string) => void log.push(message);
  const watch = createNetworkWatch({
    clock,
    log: { error: note, info: note },
    tryHost({ hostname }) {
      tried.push(hostname);
      return hangs ? new Promise(() => {}) : Promise.resolve(reachable.includes(hostname));
    },
    resolvesOwnName,
    onRecovered: () => undefined,
  });
  /** Calls fail, and what follows from that is checked. */
  async function fail(...hosts: readonly string[]): Promise<void> {
    for (const [index, name] of hosts.entries()) watch.failed(`seller-${index}`, host(name));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { watch, clock, tried, log, fail };
}

describe('three sellers that cannot be reached', () => {
  it('are an outage', async () => {
    const { watch, fail } = open();
    await fail('a.one.example', 'a.two.example', 'a.three.example');
    expect(watch.isDown()).toBe(true);
    expect(watch.isCutOff('seller-0')).toBe(true);
    expect(watch.isCutOff('another account')).toBe(false);
  });

  it('are not if their hosts are of one domain, or of one account', async () => {
    const { watch, fail } = open();
    await fail('a.one.example', 'b.one.example', 'c.one.example');
    for (const name of ['a.two.example', 'a.three.example', 'a.four.example']) {
      watch.failed('seller-0', host(name));
    }
    await fail();
    expect(watch.isDown()).toBe(false);
  });

  it('are not if they fail over a long time', async () => {
    const { watch, clock, fail } = open();
    await fail('a.one.example', 'a.two.example');
    clock.move(11_000);
    watch.failed('seller-2', host('a.three.example'));
    await fail();
    expect(watch.isDown()).toBe(false);
  });

  it('are not if a connection succeeds meanwhile', async () => {
    const { watch, clock, fail } = open();
    await fail('a.one.example', 'a.two.example');
    watch.reached(host('a.four.example'));
    clock.move(1);
    watch.failed('seller-2', host('a.three.example'));
    await fail();
    expect(watch.isDown()).toBe(false);
  });

  it('are not if a host without a name is reached: that says nothing about DNS', async () => {
    const { watch, fail } = open();
    await fail('a.one.example', 'a.two.example');
    watch.reached(host('203.0.113.9'));
    watch.reached(host('[2001:db8::1]'));
    watch.failed('seller-2', host('a.three.example'));
    await fail();
    expect(watch.isDown()).toBe(true);
  });
});

describe('a check before an outage is declared', () => {
  const fresh = Array.from({ length: 50 }, (_, index) => `a.hostile${index}.example`);

  it('includes the hosts that are known longest, whatever newcomers do', async () => {
    const { watch, tried, fail } = open({ reachable: ['a.honest.example'] });
    watch.reached(host('a.honest.example'));
    for (const name of fresh) watch.reached(host(name));
    await fail(...fresh);
    expect(watch.isDown()).toBe(false);
    expect(tried).toHaveLength(10);
  });

  it('leaves out hosts that have not worked for a day', async () => {
    const { watch, clock, tried, fail } = open();
    watch.reached(host('a.old.example'));
    clock.move(25 * 3_600_000);
    await fail(...fresh);
    expect(tried).toEqual([]);
    expect(watch.isDown()).toBe(true);
  });

  it('looks up the name of the marketplace where no host is known', async () => {
    const resolving = open({ resolvesOwnName: () => Promise.resolve(true) });
    await resolving.fail(...fresh);
    expect(resolving.watch.isDown()).toBe(false);
    const failing = open({ resolvesOwnName: () => Promise.resolve(false) });
    await failing.fail(...fresh);
    expect(failing.watch.isDown()).toBe(true);
  });

  it('does not connect to hosts that are no seller’s', async () => {
    const { watch, tried, fail } = open();
    watch.connected(host('webhook.example'));
    await fail(...fresh);
    expect(tried).toEqual([]);
  });

  it('is made at most every second', async () => {
    const { watch, clock, tried, fail } = open({ reachable: ['a.honest.example'] });
    watch.reached(host('a.honest.example'));
    await fail(...fresh);
    clock.move(999);
    await fail(...fresh);
    expect(tried).toHaveLength(1);
    clock.move(1);
    await fail(...fresh);
    expect(tried).toHaveLength(2);
  });

  it('is made one at a time', async () => {
    const { watch, clock, tried, fail } = open({ hangs: true });
    watch.reached(host('a.honest.example'));
    await fail(...fresh);
    clock.move(4_000);
    await fail(...fresh);
    expect(tried).toHaveLength(1);
  });

  it('that finds no outage does not hide one that follows, until its first calls fail for good', async () => {
    const reachable = ['a.honest.example'];
    const { watch, clock, fail } = open({ reachable });
    watch.reached(host('a.honest.example'));
    await fail(...fresh);
    reachable.pop();
    clock.move(FIRST_CALL_FAILS_MS);
    await fail(...fresh);
    expect(watch.isDown()).toBe(true);
  });
});

describe('an outage', () => {
  it('is over with the first connection', async () => {
    const { watch, log, fail } = open();
    await fail('a.one.example', 'a.two.example', 'a.three.example');
    const recovery = watch.recovery();
    expect(recovery?.aborted).toBe(false);
    watch.reached(host('a.two.example'));
    expect(recovery?.aborted).toBe(true);
    expect(watch.isDown()).toBe(false);
    expect(log).toEqual([
      'network outage: no seller can be reached from this machine; check its network and DNS',
      'network outage is over',
    ]);
  });

  it('counts for what began before its end, and not for what began after', async () => {
    const { watch, clock, fail } = open();
    const beforeMs = clock.monotonic();
    expect(watch.wasDownSince(beforeMs)).toBe(false);
    await fail('a.one.example', 'a.two.example', 'a.three.example');
    expect(watch.wasDownSince(clock.monotonic())).toBe(true);
    clock.move(5_000);
    const duringMs = clock.monotonic();
    clock.move(1_000);
    watch.reached(host('a.two.example'));
    clock.move(1);
    expect(watch.isDown()).toBe(false);
    expect(watch.wasDownSince(beforeMs)).toBe(true);
    expect(watch.wasDownSince(duringMs)).toBe(true);
    expect(watch.wasDownSince(clock.monotonic())).toBe(false);
  });

  it('is noticed at once if it follows another', async () => {
    const { watch, clock, fail } = open();
    await fail('a.one.example', 'a.two.example', 'a.three.example');
    watch.reached(host('a.one.example'));
    clock.move(1);
    await fail('a.one.example', 'a.two.example', 'a.three.example');
    expect(watch.isDown()).toBe(true);
  });

  it('is checked every two seconds, so that it ends without an order', async () => {
    const reachable: string[] = [];
    const { watch, clock, fail } = open({ reachable });
    await fail('a.one.example', 'a.two.example', 'a.three.example');
    clock.move(2_000);
    await fail();
    expect(watch.isDown()).toBe(true);
    reachable.push('a.three.example');
    clock.move(2_000);
    await fail();
    expect(watch.isDown()).toBe(false);
  });
});
