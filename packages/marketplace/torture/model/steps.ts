import * as fc from 'fast-check';
import type { Hold } from './gate.ts';
import type { SellerDoes } from './scripted-seller.ts';

export type Guard = 'none' | 'price-fits' | 'price-over' | 'revision-now' | 'revision-old';
export type ListingChange = 'pause' | 'resume' | 'archive' | 'price' | 'contract' | 'secret';

/** `process`, `listing`, `call`, `job` and `order` are indexes into those that exist at that time. */
export type Step =
  | { do: 'nothing' }
  | {
      do: 'activate';
      process: number;
      buyer: number;
      listing: number;
      /** One of a few keys that buyers reuse; null for none. */
      idempotencyKey: number | null;
      guard: Guard;
      goodInput: boolean;
      waitMs: number;
    }
  | { do: 'read'; process: number; order: number; waitMs: number }
  | { do: 'seller'; call: number; does: SellerDoes }
  /** Timers fire as time passes, or, if late, all at the end. */
  | { do: 'time'; ms: number; late: boolean }
  | { do: 'hold'; process: number; where: Hold }
  | { do: 'release-one'; process: number; index: number }
  | { do: 'resume'; process: number }
  | { do: 'crash'; process: number }
  | { do: 'start'; process: number; held: Hold | null }
  | { do: 'stop'; process: number }
  | { do: 'sweep' | 'prune'; process: number }
  /** Notifies a process of an order that waits or waited, possibly twice. */
  | { do: 'job'; process: number; job: number }
  | { do: 'listing'; process: number; listing: number; change: ListingChange }
  /** All processes are killed and the database is restored. */
  | { do: 'restore' };

export interface History {
  /** Two processes on one database, or one process with exclusive use. */
  shared: boolean;
  /** The difference of the second process's wall clock. */
  skewMs: number;
  steps: readonly Step[];
}

const few = fc.nat({ max: 2 });
const any = fc.nat({ max: 99 });
const HOLDS = ['before', 'after', 'everything'] as const;

const activate = fc.record({
  do: fc.constant('activate' as const),
  process: fc.nat({ max: 1 }),
  buyer: few,
  listing: few,
  idempotencyKey: fc.oneof(fc.constant(null), few),
  guard: fc.oneof(
    { weight: 6, arbitrary: fc.constant('none' as const) },
    fc.constantFrom<Guard[]>('price-fits', 'price-over', 'revision-now', 'revision-old'),
  ),
  goodInput: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
  waitMs: fc.constantFrom(0, 50, 10_000, 30_000),
});

const seller = fc.record({
  do: fc.constant('seller' as const),
  call: any,
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constant('json' as const) },
    fc.constantFrom<SellerDoes[]>(
      'breaks-schema',
      'empty',
      'not-json',
      'status',
      'connection',
      'too_large',
      'throws',
    ),
  ),
});

/** Around every limit of the protocol: 5 s, 30 s, 40 s, ten minutes, a day. */
const DURATIONS_MS = [
  1, 40, 500, 2_500, 4_999, 5_001, 10_001, 29_999, 30_001, 39_999, 40_001, 599_999, 600_001,
  7_200_000, 86_399_999, 86_400_001,
];
const time = fc.record({
  do: fc.constant('time' as const),
  ms: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...DURATIONS_MS.slice(0, 11)) },
    fc.constantFrom(...DURATIONS_MS),
  ),
  late: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
});

const process = fc.nat({ max: 1 });
const step = fc.oneof(
  // First, so that irrelevant steps shrink to it.
  { withCrossShrink: true },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'nothing' }) },
  { weight: 30, arbitrary: activate },
  { weight: 22, arbitrary: seller },
  { weight: 14, arbitrary: time },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('sweep' as const), process }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('prune' as const), process }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('job' as const), process, job: any }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      process,
      order: any,
      waitMs: fc.constantFrom(0, 10_000, 30_000),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      process,
      where: fc.constantFrom(...HOLDS),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constant('release-one' as const), process, index: any }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('resume' as const), process }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), process }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), process }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      process,
      held: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, fc.constantFrom(...HOLDS)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('listing' as const),
      process,
      listing: few,
      change: fc.constantFrom<ListingChange[]>(
        'pause',
        'resume',
        'resume',
        'archive',
        'price',
        'contract',
        'secret',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'restore' }) },
);

/** A history of this many steps; shrinking replaces irrelevant ones with `nothing`. */
export function histories(steps: number): fc.Arbitrary<History> {
  return fc.record({
    shared: fc.boolean(),
    skewMs: fc.constantFrom(0, -90_000, 90_000),
    steps: fc.array<Step>(step, { minLength: steps, maxLength: steps }),
  });
}
