import { LIMITS } from '../limits.ts';

/** Bytes that are not in shared memory. Written so that compilers before TypeScript 5.7 read it too. */
type OwnBytes = ReturnType<Uint8ArrayConstructor['of']>;

/** Bytes that arrive in chunks, copied into one growing buffer. */
export interface GrowingBuffer {
  /**
   * Copies a chunk. `false` once more than `maxBytes` have arrived: the collected bytes are then
   * dropped, and later chunks are only counted.
   */
  append(chunk: Uint8Array): boolean;
  /** Bytes that have arrived so far, including those past `maxBytes`. */
  byteLength(): number;
  /** Whether the chunks are too small: over 1,024 that average under 16 bytes. */
  isFragmented(): boolean;
  /** The bytes collected so far, as a view; nothing may be appended afterwards. */
  take(): OwnBytes;
}

const NOTHING = new Uint8Array(0);

/** Buffers up to this size are kept even if only a small part of them is used. */
const SMALL_MEMORY = 4096;

/**
 * A chunk that fills most of its memory, or whose memory is small, is kept without copying. Any other
 * is a slice of a larger buffer, which it would keep alive.
 */
const ownsItsMemory = (chunk: Uint8Array): chunk is Uint8Array<ArrayBuffer> =>
  chunk.buffer instanceof ArrayBuffer &&
  (chunk.byteLength * 2 >= chunk.buffer.byteLength || chunk.buffer.byteLength <= SMALL_MEMORY);

/** A class, because most requests need two of them and closures would be created for each. */
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
      // A first chunk that was not copied is full, so its memory is never written to.
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
 * Collects at most `maxBytes` in bounded memory. A chunk is often a slice of a 64 KiB socket buffer,
 * so a list of 1-byte chunks would retain 65,536 times the bytes that it counts (3.0 GB for one
 * response of 1 MiB). The capacity starts at the size of the first chunk and doubles up to
 * `maxBytes`, so at most twice the bytes are retained, or 4 KiB, whatever length was declared.
 */
export function createGrowingBuffer(maxBytes: number): GrowingBuffer {
  return new Growing(maxBytes);
}
