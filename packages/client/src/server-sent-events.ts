/** One server-sent event, as its fields say (HTML, 9.2.6). */
export interface ServerSentEvent {
  type: string;
  id: string | undefined;
  data: string;
}

/** Far more than an event of the marketplace has. */
const MAX_EVENT_LENGTH = 64 * 1024;

const BLOCK_END = /\r\n\r\n|\n\n|\r\r/;
const LINE_END = /\r\n|\n|\r/;
const FIELD = /^(event|id|data)(?:: ?(.*))?$/s;

function eventOf(block: string): ServerSentEvent | undefined {
  const fields: Record<string, string[]> = { event: [], id: [], data: [] };
  for (const line of block.split(LINE_END)) {
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    fields[name]?.push(value);
  }
  const { event = [], id = [], data = [] } = fields;
  if (data.length === 0) return undefined;
  return { type: event.at(-1) ?? 'message', id: id.at(-1), data: data.join('\n') };
}

/**
 * Reads the text of an event stream piece by piece. Comments, such as heartbeats, are no events.
 * Returns undefined if an event is too long to be one.
 */
export function createEventReader() {
  let rest = '';
  return function read(text: string): ServerSentEvent[] | undefined {
    const blocks = (rest + text).split(BLOCK_END);
    rest = blocks.pop() ?? '';
    if (rest.length > MAX_EVENT_LENGTH) return undefined;
    return blocks.map(eventOf).filter((event) => event !== undefined);
  };
}
