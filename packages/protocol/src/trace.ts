import { LIMITS } from './limits.ts';

/**
 * The trace that a request belongs to, from its headers `traceparent` and `tracestate`
 * (https://www.w3.org/TR/trace-context/).
 */
export interface Trace {
  /** As it is passed on: always in the form of version 00. */
  readonly traceparent: string;
  /** What tracing systems add to it; undefined for none. */
  readonly tracestate: string | undefined;
  /** 32 hexadecimal digits, the same for everything that belongs to the trace. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the span of the sender, which becomes the parent of the receiver's. */
  readonly parentId: string;
  /** Whether the sender records the trace. */
  readonly sampled: boolean;
}

/** A header of node:http, or of `Headers`, which both join repeated ones with a comma. */
type Header = string | readonly string[] | null | undefined;

const joined = (header: Header): string =>
  typeof header === 'string' ? header : (header?.join(',') ?? '');

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const INVALID_VERSION = 'ff';
const ONLY_ZEROS = /^0+$/;
const SAMPLED = 1;
/** Those that version 00 defines: `sampled`, and `random`, which says how the trace id was made. */
const KNOWN_FLAGS = SAMPLED | 2;

/** A version that is not known yet may be longer; its beginning is read as version 00. */
function readTraceparent(text: string): Omit<Trace, 'tracestate'> | undefined {
  const [, version, traceId = '', parentId = '', given = '', more] = TRACEPARENT.exec(text) ?? [];
  if (version === undefined || version === INVALID_VERSION) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  if (ONLY_ZEROS.test(traceId) || ONLY_ZEROS.test(parentId)) return undefined;
  const flags = Number.parseInt(given, 16) & (version === '00' ? KNOWN_FLAGS : SAMPLED);
  return {
    traceparent: `00-${traceId}-${parentId}-0${flags}`,
    traceId,
    parentId,
    sampled: (flags & SAMPLED) !== 0,
  };
}

const MEMBER =
  /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const MAX_MEMBERS = 32;

/** Undefined if it is not valid as a whole. Members that exceed the total length are left out. */
function readTracestate(text: string): string | undefined {
  const members = text
    .split(',', MAX_MEMBERS * 2)
    .map((member) => member.trim())
    .filter((member) => member !== '');
  if (members.length > MAX_MEMBERS || !members.every((member) => MEMBER.test(member))) {
    return undefined;
  }
  let kept = '';
  for (const member of members) {
    const longer = kept === '' ? member : `${kept},${member}`;
    if (longer.length <= LIMITS.tracestateLength) kept = longer;
  }
  return kept || undefined;
}

/**
 * Reads the two headers; `undefined` without a `traceparent` that is valid. A client and an instrumented
 * `fetch` beneath it may each have added one: of several for the same trace the last one counts, and for
 * different traces none.
 */
export function readTrace(traceparent: Header, tracestate: Header): Trace | undefined {
  const given = joined(traceparent);
  if (given === '') return undefined;
  const all = given.split(',').map((text) => readTraceparent(text.trim()));
  const last = all.at(-1);
  if (!last || !all.every((each) => each?.traceId === last.traceId)) return undefined;
  return { ...last, tracestate: readTracestate(joined(tracestate)) };
}
