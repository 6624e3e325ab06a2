/** The words of several lines, separated by spaces. */
export const words = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '));
