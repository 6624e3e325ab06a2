/** A Markdown table; the cells are already formatted. */
export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export function tableText({ title, columns, rows }: Table): string {
  const numbers = columns.slice(1).map(() => '---:');
  return [`**${title}**`, '', line(columns), line(['---', ...numbers]), ...rows.map(line)].join(
    '\n',
  );
}

/** A figure with as many digits as are significant. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, digits === 0 ? ',' : '');
}

export const ratio = (value: number) => value.toFixed(2);
export const percent = (share: number) => `${Math.round(share * 100)} %`;
