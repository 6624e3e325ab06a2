/** A member's name as a segment of a JSON Pointer (RFC 6901). */
export const pointer = (name: string) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
