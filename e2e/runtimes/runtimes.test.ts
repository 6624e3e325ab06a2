// The behaviours of the built client on every runtime that it supports, against one marketplace.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEHAVIOURS } from './behaviours.ts';
import { openWorld, type OpenWorld } from './open-world.ts';
import { RUNTIMES } from './run-on.ts';
import type { Report } from './world.ts';

let world: OpenWorld;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe.each(Object.entries(RUNTIMES))('on %s', (name, run) => {
  let report: Report;

  beforeAll(async () => {
    const runtime = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    report = await run({ ...world, runtime });
  });

  it.each(Object.keys(BEHAVIOURS))('the client %s', (title) => {
    expect(report[title]).toBeNull();
  });
});
