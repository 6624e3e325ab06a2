import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Refusal } from '../market/refusal.ts';

/** A hash takes 50 ms and 32 MB in one of the four threads that files and DNS use too. */
const AT_ONCE = 2;
const MAX_WAITING = 100;

const overloaded = () =>
  new Refusal('overloaded', 'Too many people are signing in; try again in 5 s.', {
    retryAfterSeconds: 5,
  });

/** Hashes and verifies passwords, a few at a time; rejects with `overloaded` when many wait. */
export function createPasswordHasher() {
  const waiting: (() => void)[] = [];
  let running = 0;

  function next(): void {
    const waiter = waiting.shift();
    if (waiter) waiter();
    else running -= 1;
  }

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw overloaded();
      // Work that ends passes its slot on to the first that waits.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      next();
    }
  }

  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (data: { hash: string; password: string }) => inTurn(() => verifyPassword(data)),
  };
}
