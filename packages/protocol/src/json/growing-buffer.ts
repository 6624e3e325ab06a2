import { LIMITS } from '../limits.ts';

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

/** Memory of this size is kept whole for a part of it. */
const SMALL_MEMORY = 4096;

/**
 * A chunk that fills most of its memory, or whose memory is small, is kept as it is; any other is a
 * slice of a larger buffer, which would stay alive with it.
 */
const ownsItsMemory = (chunk: Uint8Array): chunk is Uint8Array<ArrayBuffer> =>
  chunk.buffer instanceof ArrayBuffer &&
  (chunk.byteLength * 2 >= chunk.buffer.byteLength || chunk.buffer.byteLength <= SMALL_MEMORY);

/** A class, for most requests have two of them: closures are made anew for each. */
class Growing implements GrowingBuffer {
  readonly #maxBytes: number;
  #held: Uint8Array<ArrayBuffer> = NOTHING;
  #length = 0;
  #chunks = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  append(chunk: Uint8Array): boolean {
    const end = this.#length + chunk.byteLength;
    this.#chunks += 1;
    if (end > this.#maxBytes) {
      this.#held = NOTHING;
    } else if (this.#length === 0 && ownsItsMemory(chunk)) {
      this.#held = chunk;
    } else if (chunk.byteLength > 0) {
      // A first chunk that was kept as it is has no room: its memory is never written to.
      if (end > this.#held.byteLength) this.#grow(end);
      this.#held.set(chunk, this.#length);
    }
    this.#length = end;
    return end <= this.#maxBytes;
  }

  #grow(needed: number): void {
    const held = this.#held;
    const larger = new Uint8Array(Math.min(Math.max(needed, 2 * held.byteLength), this.#maxBytes));
    larger.set(this.#length === held.byteLength ? held : held.subarray(0, this.#length));
    this.#held = larger;
  }

  byteLength(): number {
    return this.#length;
  }

  isFragmented(): boolean {
    return (
      this.#chunks > LIMITS.smallChunks && this.#length < this.#chunks * LIMITS.smallChunkBytes
    );
  }

  take(): Uint8Array<ArrayBuffer> {
    const held = this.#held;
    return this.#length === held.byteLength
      ? held
      : held.subarray(0, Math.min(this.#length, held.byteLength));
  }
}

/**
 * Collects at most `maxBytes`. Memory is bounded by what is retained: a chunk is often a slice of
 * a 64 KiB socket buffer, so a list of 1-byte chunks holds 65,536 times what it counts (one
 * response of 1 MiB in such chunks was 3.0 GB). The capacity doubles, from the first chunk's own
 * size and never beyond `maxBytes`, so at most twice the bytes are held, or 4 KiB, whatever length
 * was declared.
 */
export function createGrowingBuffer(maxBytes: number): GrowingBuffer {
  return new Growing(maxBytes);
}
