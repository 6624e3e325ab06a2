import { randomInt } from 'node:crypto';
import { styleText } from 'node:util';
import { columnsOf, type Shell, type TerminalOutput } from './shell.ts';

type Paint = (text: string) => string;

/** Colours and weights. Without colour each returns its text unchanged. */
export interface Style {
  bold: Paint;
  dim: Paint;
  red: Paint;
  green: Paint;
  yellow: Paint;
  /** White on black, whatever the colours of the terminal. */
  contrast: Paint;
  /** The width of the terminal; `undefined` if the stream is not one. */
  columns: number | undefined;
}

const unchanged: Paint = (text) => text;
const PLAIN: Omit<Style, 'columns'> = {
  bold: unchanged,
  dim: unchanged,
  red: unchanged,
  green: unchanged,
  yellow: unchanged,
  contrast: unchanged,
};

/**
 * The first parameter of every style of ours. It is random, so that texts from elsewhere cannot contain
 * it: only our own styles reach the terminal. As part of the sequence it has no width.
 */
export const STYLE_MARK = `${randomInt(1_000_000_000, 10_000_000_000)};`;

/** A style with our mark, as a terminal reads it. */
export const ownStyle = (marked: string): string => marked.replace(STYLE_MARK, '');

function paint(format: Parameters<typeof styleText>[0]): Paint {
  const [open = '', close = ''] = styleText(format, '\0', { validateStream: false })
    .replaceAll('\u001b[', `\u001b[${STYLE_MARK}`)
    .split('\0');
  return (text) => `${open}${text}${close}`;
}

const COLOURED: Omit<Style, 'columns'> = {
  bold: paint('bold'),
  dim: paint('dim'),
  red: paint('red'),
  green: paint('green'),
  yellow: paint('yellow'),
  contrast: paint(['bgBlack', 'whiteBright']),
};

/** `--no-color`, then `FORCE_COLOR`, then `NO_COLOR` (https://no-color.org), then whether it is a terminal. */
function isColoured(stream: TerminalOutput, env: Shell['env'], isAllowed: boolean): boolean {
  if (!isAllowed) return false;
  const force = env['FORCE_COLOR'];
  if (force !== undefined) return force !== '0' && force !== 'false';
  if (env['NO_COLOR'] || env['TERM'] === 'dumb') return false;
  return stream.isTTY === true;
}

export function styleOf(stream: TerminalOutput, env: Shell['env'], isAllowed: boolean): Style {
  const paints = isColoured(stream, env, isAllowed) ? COLOURED : PLAIN;
  return { ...paints, columns: columnsOf(stream) };
}
