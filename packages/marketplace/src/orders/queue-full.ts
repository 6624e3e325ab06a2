import type { QueueFullReason } from './runner.ts';
import { DAY_SECONDS } from '../market/limits.ts';
import { Refusal } from '../market/refusal.ts';

const RETRY_SECONDS = 1;

/** Why an activation gets no place in the queue: 429 if the buyer has used up a share, 503 if the queue is full for everyone. */
export function queueFull(reason: QueueFullReason): Refusal {
  const retryAfterSeconds = RETRY_SECONDS;
  switch (reason) {
    case 'buyer-share':
      return new Refusal(
        'quota_exceeded',
        'Too many of your orders are waiting. Try again when some have settled.',
        {
          limit: 'waiting_orders',
          retryAfterSeconds,
        },
      );
    case 'pair-share':
      return new Refusal(
        'quota_exceeded',
        'Too many of your orders are waiting for this seller. Try again when some have settled.',
        {
          limit: 'waiting_orders',
          retryAfterSeconds,
        },
      );
    case 'seller-full':
      return new Refusal(
        'overloaded',
        'Too many orders are waiting for this seller. Try again in a moment.',
        {
          retryAfterSeconds,
        },
      );
    case 'process-full':
      return new Refusal(
        'overloaded',
        'Too many orders are waiting in this marketplace. Try again in a moment.',
        {
          retryAfterSeconds,
        },
      );
  }
}

/** Stored bytes are counted per UTC day, so the buyer can retry when the next one begins. */
export function storedBytesExceeded(nowMs: number): Refusal {
  return new Refusal(
    'quota_exceeded',
    "Your orders have used up today's storage for inputs and results. It resets at midnight UTC.",
    {
      limit: 'stored_bytes',
      retryAfterSeconds: DAY_SECONDS - (Math.floor(nowMs / 1000) % DAY_SECONDS),
    },
  );
}
