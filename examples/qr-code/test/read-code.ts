import { decodeQR } from 'qr/decode.js';

const MODULE_PIXELS = 4;
/** Modules around the code, so that one without a margin can be read too. */
const SURROUND = 4;

/** What a reader makes of an SVG code, by a library that had no part in making it. */
export function readCode(svg: string): string {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) / 10 + 2 * SURROUND;
  const side = size * MODULE_PIXELS;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+),(\d+)h10v10h-10z/g)) {
    const left = (Number(x) / 10 + SURROUND) * MODULE_PIXELS;
    const top = (Number(y) / 10 + SURROUND) * MODULE_PIXELS;
    for (let row = top; row < top + MODULE_PIXELS; row++) {
      const start = (row * side + left) * 4;
      for (let at = start; at < start + MODULE_PIXELS * 4; at += 4) data.fill(0, at, at + 3);
    }
  }
  return decodeQR({ width: side, height: side, data }, { timeLimit: 20_000 });
}
