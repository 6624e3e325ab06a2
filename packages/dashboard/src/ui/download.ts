/** Saves a file, of one text or of several in a row. */
export function download(name: string, parts: readonly string[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

const CSV_TYPE = 'text/csv;charset=utf-8';

export const downloadCsv = (name: string, parts: readonly string[]): void =>
  download(name, parts, CSV_TYPE);
