import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Chore, choresOf, createChoreRunner, createTimer } from '../../src/server/chores.ts';
import { divideChores } from '../../src/server/cluster-chores.ts';
import { startSchedule } from '../../src/server/jobs.ts';
import { systemClock } from '../../src/server/outside.ts';

function chore(name: string, everyMs: number, run: () => Promise<unknown> = async () => undefined) {
  const runs = { count: 0 };
  const made: Chore = {
    name,
    everyMs,
    runsIn: 'every process',
    run() {
      runs.count += 1;
      return run();
    },
  };
  return { chore: made, runs };
}

const SILENT = { info() {}, warn() {}, error() {} };
const unused = () => {
  throw new Error('A chore that is only listed does not run.');
};

describe('a tick', () => {
  it('runs the chores that are due: all of them first, then each at its interval', async () => {
    const quick = chore('quick', 1_000);
    const slow = chore('slow', 10_000);
    const { tick } = createChoreRunner([quick.chore, slow.chore], () => undefined);
    for (let now = 0; now < 30_000; now += 500) await tick(now);
    expect([quick.runs.count, slow.runs.count]).toEqual([30, 3]);
  });

  it('does not start a chore that is still running, which delays no other', async () => {
    const held = Promise.withResolvers<void>();
    const hanging = chore('hanging', 1_000, () => held.promise);
    const other = chore('other', 1_000);
    const { tick } = createChoreRunner([hanging.chore, other.chore], () => undefined);
    const first = tick(0);
    await new Promise((resolve) => setImmediate(resolve));
    await tick(1_000);
    await tick(2_000);
    expect([hanging.runs.count, other.runs.count]).toEqual([1, 3]);
    held.resolve();
    await first;
    await tick(3_000);
    expect(hanging.runs.count).toBe(2);
  });

  it('reports a chore that fails, and still runs the others and the next tick', async () => {
    const errors: [unknown, string][] = [];
    const failing = chore('failing', 1_000, () => Promise.reject(new Error('on purpose')));
    const other = chore('other', 1_000);
    const { tick } = createChoreRunner([failing.chore, other.chore], (error, name) =>
      errors.push([error, name]),
    );
    await tick(0);
    await tick(1_000);
    const expected = [new Error('on purpose'), 'failing'];
    expect(errors).toEqual([expected, expected]);
    expect(other.runs.count).toBe(2);
  });
});

/** Sets the wall clock of this process, as `date --set` would. */
function setWallClock(aheadMs: number): void {
  const SystemDate = Date;
  class SetDate extends SystemDate {
    constructor(...args: [] | [number]) {
      super(args.length === 0 ? SetDate.now() : args[0]);
    }
    static override now = () => SystemDate.now() + aheadMs;
  }
  vi.stubGlobal('Date', SetDate);
}

describe('the schedule', () => {
  it('ticks every second, even while a chore of the previous tick still runs', async () => {
    const held = Promise.withResolvers<void>();
    const third = Promise.withResolvers<void>();
    const times: number[] = [];
    const schedule = startSchedule(systemClock, {
      tick(nowMs) {
        times.push(nowMs);
        if (times.length === 3) third.resolve();
        return held.promise;
      },
    });
    onTestFinished(() => schedule.stop());
    await third.promise;
    await schedule.stop();
    const gaps = times.slice(1).map((nowMs, index) => nowMs - (times[index] ?? 0));
    for (const ms of gaps) expect(ms).toBeGreaterThan(990);
    let idle = false;
    const ended = schedule.idle().then(() => (idle = true));
    await Promise.resolve();
    expect(idle).toBe(false);
    held.resolve();
    await ended;
  });

  it.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('goes on when the wall clock is set %s, and so does work at calendar times', async (_, ms) => {
    onTestFinished(() => void vi.unstubAllGlobals());
    const both = Promise.withResolvers<void>();
    const times: number[] = [];
    let runs = 0;
    const schedule = startSchedule(systemClock, {
      async tick(nowMs) {
        times.push(nowMs);
        if (times.length === 1) setWallClock(ms);
        // The clock was noticed in the second tick.
        if (times.length === 2) runs = 0;
        if (times.length > 2 && runs > 0) both.resolve();
      },
      calendar: [{ cron: '* * * * * *', run: async () => void (runs += 1) }],
    });
    onTestFinished(() => schedule.stop());
    await both.promise;
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)! - times[0]!).toBeLessThan(60_000);
  });

  it('says before the next tick that the process was suspended', async () => {
    let aheadMs = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + aheadMs };
    const happened: string[] = [];
    const third = Promise.withResolvers<void>();
    const schedule = startSchedule(clock, {
      async tick() {
        happened.push('tick');
        if (happened.length === 1) aheadMs = 6_000;
        if (happened.length > 3) third.resolve();
      },
      onSuspended: () => happened.push('suspended'),
    });
    onTestFinished(() => schedule.stop());
    await third.promise;
    expect(happened).toEqual(['tick', 'suspended', 'tick', 'tick']);
  });

  it('runs calendar work at its time, and writes nothing itself when a time is missed', async () => {
    const written: unknown[] = [];
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, method).mockImplementation((text) => written.push(text));
    }
    onTestFinished(() => void vi.restoreAllMocks());
    const ran = Promise.withResolvers<void>();
    const schedule = startSchedule(systemClock, {
      tick: async () => undefined,
      calendar: [{ cron: '* * * * * *', run: async () => ran.resolve() }],
    });
    onTestFinished(() => schedule.stop());
    // Longer than node-cron accepts a time to be late.
    const untilMs = performance.now() + 2_100;
    while (performance.now() < untilMs);
    await ran.promise;
    expect(written).toEqual([]);
  });
});

describe('a chore of an hour', () => {
  it('runs at a calendar time, not with the others, unless the caller moves the time', async () => {
    const [hourly, quick] = [chore('hourly', 3_600_000), chore('quick', 1_000)];
    const ticked = Promise.withResolvers<void>();
    const clock = {
      ...systemClock,
      after: (_ms: number, run: () => void) => systemClock.after(0, run),
    };
    const options = { log: SILENT, work: unused, clock };
    const chores = [hourly.chore, { ...quick.chore, run: async () => ticked.resolve() }];
    const timer = createTimer(chores, { ...options, manual: false });
    timer.start();
    onTestFinished(timer.close);
    await ticked.promise;
    expect(hourly.runs.count).toBe(0);
    await createTimer(chores, { ...options, manual: true }).tick(0);
    expect(hourly.runs.count).toBe(1);
  });
});

describe('a chore on a cluster', () => {
  const chores = choresOf(unused);
  const names = (some: readonly { name: string }[]) => some.map(({ name }) => name).toSorted();

  it('runs by the clock of a worker or by the schedule of the cluster, and never by both', () => {
    const { own, scheduled } = divideChores(chores, 'worker');
    expect(names([...own, ...scheduled])).toEqual(names(chores));
    expect(divideChores(chores, 'all')).toEqual(divideChores(chores, 'worker'));
  });

  it('runs where it says, whatever it is called', () => {
    const each = (['every process', 'every worker', 'one worker'] as const).map((runsIn) => ({
      ...chore(`new in ${runsIn}`, 3_600_000).chore,
      runsIn,
    }));
    const [everywhere, inWorkers, inOne] = each;
    expect(divideChores(each, 'api').own).toEqual([everywhere]);
    const { own, scheduled } = divideChores(each, 'worker');
    expect(own).toEqual([everywhere, inWorkers]);
    expect(scheduled).toEqual([{ name: inOne?.name, cron: '7 * * * *', run: inOne?.run }]);
  });

  it('of an API process is only what every process must do', () => {
    expect(names(divideChores(chores, 'api').own)).toEqual(['sweep']);
  });
});
