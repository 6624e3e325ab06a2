import xterm from '@xterm/headless';

/** A recorded terminal (https://docs.asciinema.org/manual/asciicast/v2). */
export interface Asciicast {
  version: 2;
  width: number;
  height: number;
  /** Seconds from the start, the kind (output), and what was printed. */
  events: [seconds: number, kind: 'o', data: string][];
}

/** The file: a header, then an event per line. */
export function formatCast({ events, ...header }: Asciicast): string {
  const lines = [
    header,
    ...events.map(([seconds, ...rest]) => [Number(seconds.toFixed(3)), ...rest]),
  ];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

export function parseCast(text: string): Asciicast {
  const [header, ...events] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { ...header, events };
}

export const durationOf = ({ events }: Asciicast): number => events.at(-1)?.[0] ?? 0;

/** A terminal that draws nothing; feed it with `print`. */
export function emulate(width: number, height: number) {
  const terminal = new xterm.Terminal({
    cols: width,
    rows: height,
    scrollback: 10_000,
    allowProposedApi: true,
  });
  return {
    terminal,
    print: (data: string) => new Promise<void>((resolve) => terminal.write(data, resolve)),
  };
}

/** The text on the screen at the end, with what has scrolled away. */
export async function textOf({ width, height, events }: Asciicast): Promise<string> {
  const { terminal, print } = emulate(width, height);
  await print(events.map(([, , data]) => data).join(''));
  const { active } = terminal.buffer;
  let text = '';
  for (let at = 0; at < active.length; at++) {
    const line = active.getLine(at);
    // A line that is longer than the terminal is wide is one line again.
    text += `${line?.isWrapped ? '' : '\n'}${line?.translateToString(true)}`;
  }
  return `${text.trim()}\n`;
}
