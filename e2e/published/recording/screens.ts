import type { IBufferLine } from '@xterm/headless';
import { emulate, type Asciicast } from './asciicast.ts';

/** Characters of one look, next to each other. */
export interface Run {
  column: number;
  text: string;
  /** A class of the drawing for each property, such as `c2 bold`. */
  look: string;
}

/** What a terminal shows from a moment on. */
export interface Screen {
  seconds: number;
  lines: Run[][];
}

/** Changes that follow each other faster than this are one screen, so that the drawing stays small. */
const SHORTEST_SECONDS = 0.08;
/** Longer pauses, such as those of an installation, are cut: the drawing says so. */
const LONGEST_SECONDS = 1.5;
/** One of the pictures of a spinner in place of all. */
const SPINNER = /[⠁-⣿]/g;

function runsOf(line: IBufferLine | undefined): Run[] {
  const runs: Run[] = [];
  if (!line) return runs;
  for (let column = 0; column < line.length; column++) {
    const cell = line.getCell(column);
    if (!cell || cell.getWidth() === 0) continue;
    const look = [
      cell.isFgPalette() ? `c${cell.getFgColor() % 16}` : '',
      cell.isBold() ? 'bold' : '',
      cell.isDim() ? 'dim' : '',
      cell.isUnderline() ? 'underline' : '',
      cell.isItalic() ? 'italic' : '',
    ].filter((each) => each !== '');
    const text = (cell.getChars() || ' ').replaceAll(SPINNER, '⠿');
    const last = runs.at(-1);
    if (last?.look === look.join(' ')) last.text += text;
    else runs.push({ column, text, look: look.join(' ') });
  }
  return runs.filter(({ text }) => text.trim() !== '').map(withoutPadding);
}

function withoutPadding({ column, text, look }: Run): Run {
  const trimmed = text.trimStart();
  return { column: column + text.length - trimmed.length, text: trimmed.trimEnd(), look };
}

/** The screens of a recording, each different from the one before. */
export async function screensOf({ width, height, events }: Asciicast): Promise<Screen[]> {
  const { terminal, print } = emulate(width, height);
  const screens: Screen[] = [];
  let seconds = 0;
  for (const [at, [time, , data]] of events.entries()) {
    await print(data);
    const pause = (events[at + 1]?.[0] ?? time) - time;
    const isLast = at === events.length - 1;
    if (pause < SHORTEST_SECONDS && !isLast && seconds - (screens.at(-1)?.seconds ?? 0) < 0.25) {
      seconds += pause;
      continue;
    }
    const { active } = terminal.buffer;
    const lines = Array.from({ length: height }, (_, row) =>
      runsOf(active.getLine(active.baseY + row)),
    );
    if (JSON.stringify(lines) !== JSON.stringify(screens.at(-1)?.lines)) {
      screens.push({ seconds, lines });
    }
    seconds += Math.min(pause, LONGEST_SECONDS);
  }
  return screens;
}
