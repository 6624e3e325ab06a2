/** Tells the other tabs of the browser that a person has signed in or out. */
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('mkt-session') : undefined;

export const sessionChanges = {
  announce: (): void => channel?.postMessage(null),
  subscribe(listener: () => void): () => void {
    channel?.addEventListener('message', listener);
    return () => channel?.removeEventListener('message', listener);
  },
};
