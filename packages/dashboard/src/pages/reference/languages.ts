/** The languages of examples. */
export const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
] as const;

export type Language = (typeof LANGUAGES)[number]['value'];
