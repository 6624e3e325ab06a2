import type { Random } from '../random.ts';
import { hostileString, hostileValue, RawJson } from './hostile-values.ts';

type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !(value instanceof RawJson);

/** Prints a value as JSON, and raw parts unchanged. No method of a hostile value is called. */
export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) {
    return `[${Array.from(value as unknown[], (item) => writeJson(item)).join(',')}]`;
  }
  if (isContainer(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

function containersIn(value: unknown): Container[] {
  if (!isContainer(value)) return [];
  return [value, ...Object.values(value).flatMap((member) => containersIn(member))];
}

function clone(value: unknown): unknown {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return Array.from(value, (item) => clone(item));
  const copy = {};
  for (const [name, member] of Object.entries(value)) put(copy, name, clone(member));
  return copy;
}

const STRANGE_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  '',
  '\u0000',
  'extra',
  'id',
] as const;

/** Defines instead of assigning, so that `__proto__` becomes a member. */
function put(container: Container, name: string, value: unknown): void {
  Object.defineProperty(container, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Changes one part of a JSON value. Returns the changed value. */
export function mutateJson(value: unknown, random: Random): unknown {
  const copy = clone(value);
  const [first, ...more] = containersIn(copy);
  if (first === undefined || random.chance(0.05)) return hostileValue(random);
  const target = random.pick([first, ...more]);
  const names = Object.keys(target);
  const name = names.length === 0 ? 'a' : names[random.int(0, names.length - 1)]!;
  switch (random.int(0, 5)) {
    case 0:
      if (Array.isArray(target)) target.length = 0;
      else delete target[name];
      return copy;
    case 1:
      put(target, random.pick(STRANGE_NAMES), hostileValue(random));
      return copy;
    case 2:
      put(target, Array.isArray(target) ? String(target.length) : hostileString(random), 1);
      return copy;
    default:
      put(target, name, hostileValue(random));
      return copy;
  }
}

const NOT_UTF8: readonly [number[], ...number[][]] = [
  [0xff],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
  [0xef, 0xbb, 0xbf],
  [0x00],
  [0x1f, 0x8b, 0x08],
];

function insert(bytes: Buffer, at: number, more: readonly number[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(more), bytes.subarray(at)]);
}

/** Changes the bytes of a JSON text. */
export function mutateText(text: Buffer, random: Random): Buffer {
  const at = random.int(0, text.length);
  switch (random.int(0, 7)) {
    case 0:
      return text.subarray(0, at);
    case 1:
      return insert(text, at, random.pick(NOT_UTF8));
    case 2:
      return insert(text, 0, random.pick(NOT_UTF8));
    case 3:
      return Buffer.concat([text, text]);
    case 4:
      return Buffer.concat([Buffer.alloc(random.int(1, 2_000), ' \n\t'), text]);
    case 5: {
      const copy = Buffer.from(text);
      if (at < copy.length) copy[at] = random.int(0, 255);
      return copy;
    }
    case 6:
      return Buffer.from(Array.from({ length: random.int(0, 40) }, () => random.int(0, 255)));
    default:
      return Buffer.from(`${text.toString('latin1')}${random.pick([',', '}', '\u0000', ' null'])}`);
  }
}
