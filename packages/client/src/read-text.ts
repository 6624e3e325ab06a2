import { createGrowingBuffer } from '@mkt/protocol';

/**
 * The body of a response as text, or `undefined` when it is larger than `maxBytes`; then the rest is
 * not read. The bytes are copied into one buffer as they arrive: an object for each chunk would take
 * far more memory than its bytes when a server sends them one by one.
 */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const { body } = response;
  if (!body) return '';
  // Not `for await`, because Safari's streams are not iterable.
  const reader = body.getReader();
  const buffer = createGrowingBuffer(maxBytes);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(buffer.take());
    if (!buffer.append(value)) {
      // Closes the connection. It rejects only if the stream has already failed and is closed.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
  }
}
