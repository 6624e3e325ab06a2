import { figure } from './table.ts';

/** Horizontal bars, one below the other. */
export interface Chart {
  title: string;
  unit: string;
  bars: readonly { label: string; value: number; /** The project's own. */ own?: boolean }[];
}

const WIDTH = 720;
const LABEL_WIDTH = 190;
const VALUE_WIDTH = 110;
const BAR = { height: 22, gap: 10, top: 48 };

/** Follows the reader's color scheme, and is legible on any background if that is unknown. */
const STYLE = `text { font: 13px system-ui, sans-serif; fill: #57606a }
.title { font-weight: 600 }
.bar { fill: #8c959f } .own { fill: #2f81f7 }
@media (prefers-color-scheme: dark) { text { fill: #9198a1 } .bar { fill: #656c76 } .own { fill: #4493f8 } }`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A chart as a small SVG without scripts or external files. */
export function chartSvg({ title, unit, bars }: Chart): string {
  const most = Math.max(...bars.map(({ value }) => value));
  const room = WIDTH - LABEL_WIDTH - VALUE_WIDTH;
  const height = BAR.top + bars.length * (BAR.height + BAR.gap);
  const rows = bars.flatMap(({ label, value, own }, index) => {
    const y = BAR.top + index * (BAR.height + BAR.gap);
    const width = Math.max(1, Math.round((value / most) * room));
    const middle = y + BAR.height / 2 + 5;
    return [
      `<text x="${LABEL_WIDTH - 10}" y="${middle}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="${own ? 'own' : 'bar'}" x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR.height}" rx="3"/>`,
      `<text x="${LABEL_WIDTH + width + 8}" y="${middle}">${figure(value)}</text>`,
    ];
  });
  const name = escaped(`${title} (${unit})`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${name}">`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="10" y="26">${name}</text>`,
    ...rows,
    '</svg>\n',
  ].join('\n');
}
