/** Lists of words, several to a line. */
export const words = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '));
