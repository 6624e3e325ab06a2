import { Combobox, type ComboboxItem } from '@mantine/core';

/** The names that contain what was typed; all of them if it is a name, so that another can be chosen. */
function namesLike({ options, search }: { options: readonly unknown[]; search: string }) {
  const names = options as ComboboxItem[];
  const typed = search.trim().toLowerCase();
  const found = names.filter(({ label }) => label.toLowerCase().includes(typed));
  return found.some(({ label }) => label.toLowerCase() === typed) ? names : found;
}

/** What may be chosen from a list, or typed. */
export const CHOICE = {
  rightSection: <Combobox.Chevron />,
  rightSectionPointerEvents: 'none',
  filter: namesLike,
} as const;
