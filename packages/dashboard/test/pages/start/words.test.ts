import { expect, it } from 'vitest';
import { figuresOf, typicalDuration } from '../../../src/pages/start/words.ts';

const quality = { successRate: 0.9876, p50Ms: 112, p95Ms: 240, calls: 350, refused: 2 };
const health = { status: 'healthy', checkedAt: null, latencyMs: 3, uptime24h: 1 } as const;

it('says how calls end and how long they take, as the catalogue reports it', () => {
  expect(figuresOf({ quality, health })).toEqual(['350 calls, 98.8% succeeded', 'healthy now']);
  expect(typicalDuration({ quality, health })).toBe('typically 112 ms');
});

it('leaves out what is not known', () => {
  const unknown = {
    quality: null,
    health: { ...health, status: 'unknown', uptime24h: null },
  } as const;
  expect(figuresOf(unknown)).toEqual([]);
  expect(typicalDuration(unknown)).toBeUndefined();
  // No call has succeeded.
  const failing = { quality: { ...quality, successRate: 0, p50Ms: null, p95Ms: null }, health };
  expect(typicalDuration(failing)).toBeUndefined();
});
