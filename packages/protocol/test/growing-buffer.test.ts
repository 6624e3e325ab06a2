import { array, assert, boolean, property, tuple, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGrowingBuffer } from '../src/index.ts';

/** A slice at the start of a larger buffer, as a socket hands it over. */
function slice(bytes: readonly number[], pool = 65_536): Uint8Array {
  const memory = new Uint8Array(pool);
  memory.set(bytes);
  return memory.subarray(0, bytes.length);
}

describe('a growing buffer', () => {
  it('returns the bytes of any chunks in their order', () => {
    const chunk = tuple(uint8Array({ maxLength: 300 }), boolean());
    assert(
      property(array(chunk, { maxLength: 40 }), (chunks) => {
        const buffer = createGrowingBuffer(1_000_000);
        for (const [bytes, isPooled] of chunks) {
          expect(buffer.append(isPooled ? slice([...bytes]) : bytes)).toBe(true);
        }
        const all = chunks.flatMap(([bytes]) => [...bytes]);
        expect([...buffer.take()]).toEqual(all);
        expect(buffer.byteLength()).toBe(all.length);
      }),
    );
  });

  it('accepts exactly maxBytes and refuses one byte more, whatever the chunks', () => {
    const buffer = createGrowingBuffer(100);
    expect(buffer.append(new Uint8Array(100))).toBe(true);
    expect(buffer.append(new Uint8Array(1))).toBe(false);
    const parts = createGrowingBuffer(100);
    for (let i = 0; i < 100; i++) expect(parts.append(slice([i]))).toBe(true);
    expect(parts.take()).toHaveLength(100);
    expect(createGrowingBuffer(100).append(new Uint8Array(101))).toBe(false);
  });

  it('drops its content when there is too much, and continues counting', () => {
    const buffer = createGrowingBuffer(10);
    buffer.append(new Uint8Array(8));
    buffer.append(new Uint8Array(8));
    expect(buffer.append(new Uint8Array(8))).toBe(false);
    expect(buffer.byteLength()).toBe(24);
    expect(buffer.take()).toHaveLength(0);
  });

  it('retains at most twice the received bytes, not the memory behind the chunks', () => {
    const buffer = createGrowingBuffer(1_048_576);
    for (let i = 1; i <= 5_000; i++) {
      buffer.append(slice([i & 255]));
      // `take` is a view of all that is retained.
      if (i % 500 === 1) expect(buffer.take().buffer.byteLength).toBeLessThanOrEqual(2 * i);
    }
    const single = createGrowingBuffer(1_048_576);
    single.append(slice([1, 2, 3]));
    expect(single.take().buffer.byteLength).toBe(3);
  });

  it('keeps a single chunk that fills its memory, without copying it', () => {
    const chunk = new Uint8Array([1, 2, 3]);
    const buffer = createGrowingBuffer(100);
    buffer.append(chunk);
    expect(buffer.take()).toBe(chunk);
  });

  it('keeps a slice of a small buffer without copying it, and copies a slice of a larger one', () => {
    const [small, large] = [slice([1, 2, 3], 4_096), slice([1, 2, 3], 4_097)];
    const kept = createGrowingBuffer(100);
    kept.append(small);
    expect(kept.take()).toBe(small);
    const copied = createGrowingBuffer(100);
    copied.append(large);
    expect(copied.take().buffer.byteLength).toBe(3);
  });

  it('never writes into a chunk that it kept', () => {
    const memory = new Uint8Array([1, 2, 3, 9]);
    const buffer = createGrowingBuffer(100);
    buffer.append(memory.subarray(0, 3));
    buffer.append(new Uint8Array([4]));
    expect([...buffer.take()]).toEqual([1, 2, 3, 4]);
    expect([...memory]).toEqual([1, 2, 3, 9]);
  });

  it.each([
    [1024, 1, 'not fragmented'],
    [1025, 1, 'fragmented'],
    [1025, 15, 'fragmented'],
    [1025, 16, 'not fragmented'],
  ])('a body of %i chunks of %i bytes is %s', (count, size, expected) => {
    const buffer = createGrowingBuffer(1_048_576);
    for (let i = 0; i < count; i++) buffer.append(new Uint8Array(size));
    expect(buffer.isFragmented() ? 'fragmented' : 'not fragmented').toBe(expected);
  });
});
