import { renderSVG } from 'uqr';

/** Bytes of the largest QR code (version 40) at each level: ISO/IEC 18004, table 7. */
const CAPACITY_BYTES = { L: 2953, M: 2331, Q: 1663, H: 1273 } as const;

/** How much of a code may be damaged: 7, 15, 25 or 30 percent. */
export type Level = keyof typeof CAPACITY_BYTES;

export const DEFAULT_LEVEL = 'M' satisfies Level;

const UTF8_BYTES = 4;

/** Characters of any script that fit at this level: none takes more than 4 bytes. */
export const maxCharacters = (level: Level): number =>
  Math.floor(CAPACITY_BYTES[level] / UTF8_BYTES);

export interface CodeToRender {
  text: string;
  errorCorrection?: Level;
  /** Modules of quiet zone on each side. */
  margin?: number;
  dark?: string;
  light?: string;
}

export interface RenderedCode {
  svg: string;
  /** 1 to 40. */
  version: number;
  /** Per side, without the margin. */
  modules: number;
}

export function render({
  text,
  errorCorrection = DEFAULT_LEVEL,
  margin = 4,
  dark = '#000000',
  light = '#ffffff',
}: CodeToRender): RenderedCode {
  let version = 0;
  const svg = renderSVG(text, {
    ecc: errorCorrection,
    // Uses a better level when it fits in the same size.
    boostEcc: true,
    border: margin,
    blackColor: dark,
    whiteColor: light,
    onEncoded: (code) => {
      version = code.version;
    },
  });
  return {
    // Without it, seams show between modules when a module is not a whole number of pixels.
    svg: svg.replace('<svg ', '<svg shape-rendering="crispEdges" '),
    version,
    modules: 17 + 4 * version,
  };
}
