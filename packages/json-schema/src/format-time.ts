const TIME =
  /^(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d|60)(?:\.\d+)?(?:z|(?<sign>[+-])(?<offsetHour>[01]\d|2[0-3]):(?<offsetMinute>[0-5]\d))$/i;

/** `full-time` of RFC 3339: with an offset, and a 60th second only before midnight UTC. */
export function isTime(text: string): boolean {
  const groups = TIME.exec(text)?.groups;
  if (!groups) return false;
  if (groups['second'] !== '60') return true;
  const sign = groups['sign'] === '-' ? -1 : 1;
  const offset = 60 * Number(groups['offsetHour'] ?? 0) + Number(groups['offsetMinute'] ?? 0);
  const minutes = 60 * Number(groups['hour']) + Number(groups['minute']) - sign * offset;
  const dayMinutes = 24 * 60;
  return (minutes + dayMinutes) % dayMinutes === dayMinutes - 1;
}

/** `date-time` of RFC 3339, given the test of its date. Its section 5.6 also allows a space for the T. */
export const dateTimeTest = (isDate: (text: string) => boolean) => (text: string) =>
  /^[t ]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));

const DURATION =
  /^P(?:\d+W|(?=[^W]*\d[YMDHS])(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

/** `duration` of RFC 3339, appendix A: no unit may be omitted between two others. */
export const isDuration = (text: string) => DURATION.test(text);
