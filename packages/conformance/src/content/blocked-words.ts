const MAX_BYTES = 1024 * 1024;
const MAX_WORDS = 20_000;
const MAX_LENGTH = 200;

export type BlockedWords = { ok: true; words: string[] } | { ok: false; message: string };

/**
 * An operator's own list: UTF-8 text with a word or phrase per line, matched as a whole in any
 * spelling that the built-in lists recognize; `#` starts a comment. Bounded: 1 MiB, 20,000 lines,
 * 200 characters each. The message continues the file's name: "is not UTF-8".
 */
export function readBlockedWords(bytes: Uint8Array): BlockedWords {
  if (bytes.length > MAX_BYTES) return { ok: false, message: `is larger than ${MAX_BYTES} bytes` };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, message: 'is not UTF-8' };
  }
  const words: string[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const word = line.replace(/(^|\s)#.*$/u, '').trim();
    if (word === '') continue;
    const refuse = (message: string): BlockedWords => ({
      ok: false,
      message: `cannot be used: line ${index + 1} ${message}`,
    });
    if (word.length > MAX_LENGTH) return refuse(`is longer than ${MAX_LENGTH} characters`);
    if (/\p{Cc}/u.test(word)) return refuse('has a control character');
    if (!/[\p{L}\p{N}]/u.test(word)) return refuse('has no letter or digit');
    words.push(word);
    if (words.length > MAX_WORDS) return { ok: false, message: `has more than ${MAX_WORDS} words` };
  }
  return { ok: true, words };
}
