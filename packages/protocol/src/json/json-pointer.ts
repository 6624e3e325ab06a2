const escape = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** A JSON Pointer one segment longer (RFC 6901). */
export const pointerTo = (parent: string, segment: string | number) =>
  `${parent}/${escape(String(segment))}`;
