import type { EventStreams } from './http.ts';
import type { Handlers } from '../http/route.ts';

/** The handler of `/v1/events`. */
export function eventHandlers(streams: EventStreams): Pick<Handlers, 'getEvents'> {
  return {
    getEvents({ caller, req }) {
      const headers = {
        'Content-Type': 'text/event-stream',
        // nginx would collect events until its buffer is full.
        'X-Accel-Buffering': 'no',
      };
      if (req.method === 'HEAD') return { status: 200, text: '', headers };
      const isReconnecting = (req.headers['last-event-id'] ?? '') !== '';
      return { status: 200, headers, stream: streams.open(caller, isReconnecting) };
    },
  };
}
