let isLive = false;

/** Whether changes are announced to this page as they happen (docs/buy/webhooks.md#event-streams). */
export const liveState = {
  get: () => isLive,
  set(value: boolean): void {
    isLive = value;
  },
};

/** A `refetchInterval` for what events announce: only while there are none. */
export const unlessLive = (intervalMs: number) => (): number | false =>
  isLive ? false : intervalMs;
