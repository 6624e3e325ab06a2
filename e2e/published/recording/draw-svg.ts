import type { Asciicast } from './asciicast.ts';
import { screensOf, type Run } from './screens.ts';

const CELL = { width: 8.4, height: 19 };
const FONT_SIZE = 14;
const MARGIN = 16;
/** How long the last screen stays before the drawing starts again. */
const END_SECONDS = 6;

const DARK = {
  paper: '#0d1117',
  ink: '#e6edf3',
  colors: ['#6e7681', '#ff7b72', '#3fb950', '#d29922', '#79c0ff', '#d2a8ff', '#56d4dd', '#e6edf3'],
};
const LIGHT = {
  paper: '#f6f8fa',
  ink: '#1f2328',
  colors: ['#57606a', '#cf222e', '#116329', '#7d4e00', '#0550ae', '#8250df', '#1b6f77', '#1f2328'],
};

/** Bright colours look like the plain ones: both must be readable on both papers. */
const paletteOf = ({ paper, ink, colors }: typeof DARK) =>
  [
    `.paper{fill:${paper}}`,
    `text{fill:${ink}}`,
    ...colors.map((color, at) => `.c${at},.c${at + 8}{fill:${color}}`),
  ].join('');

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const round = (value: number) => Number(value.toFixed(2));

function drawLine(runs: readonly Run[]): string {
  return runs
    .map(({ column, text, look }) => {
      const wide = round(Array.from(text).length * CELL.width);
      const at = `x="${round(column * CELL.width)}" textLength="${wide}"`;
      const style = look === '' ? '' : ` class="${look}"`;
      return `<text ${at}${style}>${escapeXml(text)}</text>`;
    })
    .join('');
}

/**
 * Draws a recording as an animation without scripts: all screens side by side, moved past a window.
 * Each different line is drawn once. Viewers who prefer reduced motion see the last screen.
 */
export async function drawSvg(cast: Asciicast, title: string): Promise<string> {
  const screens = await screensOf(cast);
  const width = round(cast.width * CELL.width);
  const height = cast.height * CELL.height;
  const total = (screens.at(-1)?.seconds ?? 0) + END_SECONDS;
  const known = new Map<string, number>();
  const strip = screens.map(({ lines }, at) => {
    const used = lines.flatMap((runs, row) => {
      if (runs.length === 0) return [];
      const drawn = drawLine(runs);
      const id = known.get(drawn) ?? known.size;
      known.set(drawn, id);
      const y = row * CELL.height + FONT_SIZE;
      return [`<use href="#l${id}" y="${y}"/>`];
    });
    return `<g transform="translate(${round(at * width)})">${used.join('')}</g>`;
  });
  const stops = screens.map(
    ({ seconds }, at) =>
      `${round((seconds / total) * 100)}%{transform:translateX(${round(-at * width)}px)}`,
  );
  const end = `transform:translateX(${round(-(screens.length - 1) * width)}px)`;
  const style = [
    `text{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}`,
    '.bold{font-weight:700}.dim{opacity:.65}.italic{font-style:italic}.underline{text-decoration:underline}',
    paletteOf(DARK),
    `@media (prefers-color-scheme:light){${paletteOf(LIGHT)}}`,
    `@keyframes play{${stops.join('')}100%{${end}}}`,
    `.strip{animation:play ${round(total)}s step-end infinite}`,
    `@media (prefers-reduced-motion:reduce){.strip{animation:none;${end}}}`,
  ];
  const outer = { width: round(width + 2 * MARGIN), height: height + 2 * MARGIN };
  const lines = [...known].map(([drawn, id]) => `<g id="l${id}">${drawn}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${outer.width}" height="${outer.height}" viewBox="0 0 ${outer.width} ${outer.height}" role="img">
<title>${escapeXml(title)}</title>
<style>${style.join('\n')}</style>
<defs>
${lines.join('\n')}
</defs>
<rect class="paper" width="100%" height="100%" rx="8"/>
<svg x="${MARGIN}" y="${MARGIN}" width="${width}" height="${height}"><g class="strip">
${strip.join('\n')}
</g></svg>
</svg>
`;
}
