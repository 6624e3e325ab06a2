const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** `20 Feb 2027`: the day on which a key expires. */
export const dateOf = (at: string): string => DATE.format(Date.parse(at));
