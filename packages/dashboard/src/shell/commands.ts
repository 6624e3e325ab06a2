import type { IconName } from '../ui/Icon.tsx';

/** Something that the list of commands offers. */
export interface Command {
  id: string;
  label: string;
  /** Beside the label. */
  note?: string;
  icon: IconName;
  /** Other words that find it. */
  words?: string;
  run: () => void;
}

export interface CommandGroup {
  name: string;
  commands: readonly Command[];
}

const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/i;

/** The id of an order in what was typed or pasted. */
export const orderIdIn = (text: string): string | undefined => UUID.exec(text)?.[0].toLowerCase();

/** Slugs have words too. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean);

/** The commands in which every typed word is the beginning of a word. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const sought = wordsOf(typed);
  return commands.filter(({ label, note = '', words = '' }) => {
    const known = wordsOf(`${label} ${note} ${words}`);
    return sought.every((word) => known.some((other) => other.startsWith(word)));
  });
}
