/** The words of several lines, separated by blanks. */
export const words = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '));
