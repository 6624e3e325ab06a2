/** The quality value (`q`) of a type in an Accept header: 1 without `q`, 0 if it does not name the type. */
function qualityOf(accept: string, type: string): number {
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (name !== type) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return 0;
}

/** Whether a caller names CSV, and does not prefer JSON. */
export const wantsCsv = (accept = ''): boolean =>
  qualityOf(accept, 'text/csv') > qualityOf(accept, 'application/json');
