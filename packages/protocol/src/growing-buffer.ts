import { LIMITS } from './limits.ts';

/** Bytes that arrive in chunks from outside, copied into one buffer that grows. */
export interface GrowingBuffer {
  /**
   * Copies a chunk. `false` once more than `maxBytes` have come: what was collected is dropped
   * then, and later chunks are counted only.
   */
  append(chunk: Uint8Array): boolean;
  /** Bytes that have come so far, also past `maxBytes`. */
  byteLength(): number;
  /** Whether the bytes come in absurdly small chunks: over 1,024 that average under 16 bytes. */
  isFragmented(): boolean;
  /** The bytes collected so far, as a view; nothing may be appended afterwards. */
  take(): Uint8Array<ArrayBuffer>;
}

const NOTHING = new Uint8Array(0);

/**
 * A chunk that fills most of its memory is kept as it is; any other is a slice of a larger buffer,
 * which would stay alive with it.
 */
const ownsItsMemory = (chunk: Uint8Array): chunk is Uint8Array<ArrayBuffer> =>
  chunk.buffer instanceof ArrayBuffer && chunk.byteLength * 2 >= chunk.buffer.byteLength;

/**
 * Collects at most `maxBytes`. Memory is bounded by what is retained: a chunk is often a slice of
 * a 64 KiB socket buffer, so a list of 1-byte chunks holds 65,536 times what it counts (one
 * response of 1 MiB in such chunks was 3.0 GB). The capacity doubles, from the first chunk's own
 * size and never beyond `maxBytes`, so at most twice the bytes are held, whatever length was
 * declared.
 */
export function createGrowingBuffer(maxBytes: number): GrowingBuffer {
  let held: Uint8Array<ArrayBuffer> = NOTHING;
  let length = 0;
  let chunks = 0;

  function grow(needed: number): void {
    const larger = new Uint8Array(Math.min(Math.max(needed, 2 * held.byteLength), maxBytes));
    larger.set(length === held.byteLength ? held : held.subarray(0, length));
    held = larger;
  }

  return {
    append(chunk) {
      const end = length + chunk.byteLength;
      chunks += 1;
      if (end > maxBytes) {
        held = NOTHING;
      } else if (length === 0 && ownsItsMemory(chunk)) {
        held = chunk;
      } else if (chunk.byteLength > 0) {
        // A first chunk that was kept as it is has no room: its memory is never written to.
        if (end > held.byteLength) grow(end);
        held.set(chunk, length);
      }
      length = end;
      return end <= maxBytes;
    },
    byteLength: () => length,
    isFragmented: () => chunks > LIMITS.smallChunks && length < chunks * LIMITS.smallChunkBytes,
    take: () =>
      length === held.byteLength ? held : held.subarray(0, Math.min(length, held.byteLength)),
  };
}
