// SECURITY.md: hostile schemas run in processes with a memory limit and a kill timer.
import { describe, expect, onTestFinished } from 'vitest';
import { it, test } from '../../../../test-bed/by-lane.ts';
import {
  createWorkerPool,
  type Scheduling,
  type TaskOutcome,
} from '../../src/schemas/worker-pool.ts';

type Step = [name: string, ...args: unknown[]];

const BUDGET_MS = 120;
/** Longer than any wait for a process on a busy machine. */
const PATIENT_MS = 60_000;

function openPool(size = 1) {
  const script = new URL('./obedient-worker.js', import.meta.url);
  const pool = createWorkerPool({ script, execArgv: [], size });
  onTestFinished(() => pool.close());
  return {
    pool,
    /** Runs a task with these steps; each step that begins uses one of the budgets. */
    run: (
      group: string,
      steps: Step[] = [],
      budgetsMs: number[] = [BUDGET_MS],
      more: Omit<Scheduling, 'group'> = {},
    ) =>
      pool.run(
        { group, waitsUntilMs: performance.now() + PATIENT_MS, ...more },
        { kind: 'validate', schemaHash: 'x', json: JSON.stringify(steps), wantsPlan: false },
        ...budgetsMs,
      ),
  };
}

/** How many tasks the process that replied has completed; or why there was no reply. */
const repliesOf = (outcome: TaskOutcome) =>
  outcome.kind === 'reply' && outcome.reply.kind === 'details'
    ? Number(outcome.reply.details[0]?.message)
    : outcome.kind;

describe('a task', () => {
  it('runs in a process, which stays for the next one', async () => {
    const { run } = openPool();
    expect(repliesOf(await run('a'))).toBe(1);
    expect(repliesOf(await run('b'))).toBe(2);
  });

  it('a task that takes too long is killed with its process, and the next one gets another', async () => {
    const { run } = openPool();
    expect(repliesOf(await run('a'))).toBe(1);
    expect(repliesOf(await run('a', [['hang']]))).toBe('timeout');
    expect(repliesOf(await run('a'))).toBe(1);
  });

  for (const step of ['fill', 'grow', 'overflow', 'exit', 'leave', 'fail', 'crash']) {
    it(`a task that ends its process (${step}) affects no other, and the next one gets another process`, async () => {
      const { run } = openPool();
      const ended = run('a', [[step]], [5_000]);
      const next = run('b');
      expect(repliesOf(await ended)).toBe('timeout');
      expect(repliesOf(await next)).toBe(1);
    });
  }

  it('is not charged for the start of a process', async () => {
    const { run } = openPool();
    expect(repliesOf(await run('a', [], [50]))).toBe(1);
  });

  it('is not charged for the time that it waited', async () => {
    const { run } = openPool();
    const first = run('a', [['spend', 200]], [2_000]);
    const second = run('b', [], [50]);
    const third = run('a', [], [50]);
    expect([await first, await second, await third].map(repliesOf)).toEqual([1, 2, 3]);
  });

  it('is not charged for the time that this process is busy', async () => {
    const { run } = openPool();
    await run('a');
    const outcome = run('a', [], [50]);
    const end = performance.now() + 200;
    while (performance.now() < end);
    expect(repliesOf(await outcome)).toBe(2);
  });

  test('has a budget for each of its steps', async () => {
    const { run } = openPool();
    const steps: Step[] = [['spend', 150], ['begin'], ['spend', 150]];
    expect(repliesOf(await run('a', steps, [1_000, 1_000]))).toBe(1);
    expect(repliesOf(await run('a', [['begin'], ['spend', 400]], [1_000, 50]))).toBe('timeout');
    expect(repliesOf(await run('a', [['spend', 400], ['begin']], [50, 1_000]))).toBe('timeout');
  });
});

describe('groups', () => {
  /** Runs tasks concurrently and returns the order in which they ended. */
  async function order(size: number, tasks: [group: string, name: string, ms: number][]) {
    const { pool, run } = openPool(size);
    pool.warm();
    const ended: string[] = [];
    await Promise.all(
      tasks.map(async ([group, name, ms]) => {
        await run(group, [['spend', ms]], [5_000]);
        ended.push(name);
      }),
    );
    return ended;
  }

  it('take turns, so that a long queue does not delay a short one', async () => {
    const tasks: [string, string, number][] = [1, 2, 3, 4].map((n) => ['a', `a${n}`, 5]);
    tasks.push(['b', 'b1', 5], ['c', 'c1', 5], ['b', 'b2', 5]);
    expect(await order(1, tasks)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('use at most one process each, so that one of them leaves a process to the others', async () => {
    const ended = await order(2, [
      // Long enough for the second process to have started, on a busy machine too.
      ['hostile', 'hostile 1', 2_000],
      ['hostile', 'hostile 2', 1],
      ['other', 'other 1', 1],
      ['other', 'other 2', 1],
      ['another', 'another', 1],
    ]);
    expect(ended.slice(3)).toEqual(['hostile 1', 'hostile 2']);
  });

  it('a group with 200 waiting tasks is busy, and the others are not', async () => {
    const { pool, run } = openPool();
    const first = run('a', [['spend', 50]], [5_000]);
    const waiting = Array.from({ length: 200 }, () => run('a'));
    expect(repliesOf(await run('a'))).toBe('busy');
    expect(repliesOf(await run('b'))).toBeTypeOf('number');
    await pool.close();
    await Promise.all([first, ...waiting]);
  });

  test('groups that used much time recently come after one that did not, however many there are', async () => {
    const { run } = openPool();
    const ended: string[] = [];
    const spend = async (group: string, ms: number) => {
      await run(group, [['spend', ms]], [5_000]);
      ended.push(group);
    };
    const hostile = ['h1', 'h2', 'h3', 'h4', 'h5'];
    await Promise.all(hostile.map((group) => spend(group, 300)));
    ended.length = 0;
    const second = hostile.map((group) => spend(group, 300));
    await Promise.all([...second, spend('honest', 1), spend('other', 1)]);
    // The first of them had started when the others arrived.
    expect(ended.slice(0, 3)).toEqual([ended[0], 'honest', 'other']);
  });

  test('groups whose tasks had to be killed leave a long-lived process to the others', async () => {
    const { pool, run } = openPool(2);
    pool.warm();
    const kill = (group: string) => run(group, [['hang']], [150]);
    await Promise.all([kill('h1'), kill('h2')]);
    expect(repliesOf(await run('honest', [], [5_000]))).toBe(1);
    const hostile = ['h1', 'h2'].map(async (group) => {
      for (let n = 0; n < 4; n++) expect(repliesOf(await kill(group))).toBe('timeout');
    });
    // Its process replies each time, and is never a new one.
    for (let n = 2; n <= 20; n++) {
      expect(repliesOf(await run('honest', [['spend', 50]], [5_000]))).toBe(n);
    }
    await Promise.all(hostile);
  });

  test('a second group is used by one task at a time, of the group that used the least time', async () => {
    const { pool, run } = openPool(2);
    pool.warm();
    await run('hostile', [['spend', 400]], [5_000]);
    const ended: string[] = [];
    const buy = async (group: string, beside: string, ms: number) => {
      await run(group, [['spend', ms]], [5_000], { beside });
      ended.push(`${group} at ${beside}`);
    };
    await Promise.all([
      buy('hostile', 'seller', 600),
      buy('hostile', 'seller', 1),
      buy('other hostile', 'seller', 1),
      // Of its two inputs the first has to wait for the seller, and the second not for the first.
      buy('honest', 'seller', 1),
      buy('honest', 'another seller', 1),
      run('seller').then(() => ended.push('the seller')),
    ]);
    expect(ended.slice(0, 2)).toEqual(['honest at another seller', 'hostile at seller']);
    expect(ended.at(-1)).toBe('hostile at seller');
    expect(ended).toHaveLength(6);
  });

  it('are busy if a task has waited too long, which then never starts', async () => {
    const { run } = openPool();
    await run('a');
    const first = run('a', [['spend', 400]], [5_000]);
    const late = run('a', [['hang']], [5_000], { waitsUntilMs: performance.now() + 100 });
    expect(repliesOf(await late)).toBe('busy');
    expect(repliesOf(await first)).toBe(2);
    expect(repliesOf(await run('a'))).toBe(3);
  });

  it('run their urgent tasks before the others', async () => {
    const { run } = openPool();
    await run('a');
    const outcomes = [
      run('a', [['spend', 50]], [5_000]),
      run('a'),
      run('a', [], [BUDGET_MS], { urgent: true }),
    ];
    expect((await Promise.all(outcomes)).map(repliesOf)).toEqual([2, 4, 3]);
  });
});

it('closing resolves all waiting tasks, kills the processes, and accepts nothing more', async () => {
  const { pool, run } = openPool(2);
  await run('warm');
  const outcomes = Promise.all([run('a', [['hang']], [60_000]), run('a'), run('b'), run('c')]);
  await pool.close();
  expect(new Set((await outcomes).map(repliesOf))).toEqual(new Set(['busy']));
  expect(repliesOf(await run('d'))).toBe('busy');
  pool.warm();
  await pool.close();
});
