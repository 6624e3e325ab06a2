/** 128 random bits. Not `crypto.randomUUID`, which a browser lacks on a page that came by http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
