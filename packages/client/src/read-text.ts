import { createGrowingBuffer } from '@mkt/protocol';

/**
 * The body of a response as text, `undefined` when it is larger than `maxBytes`: then the rest is
 * not read. The bytes are copied as they come, so that a server which sends them one by one costs
 * no more memory than they are.
 */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const { body } = response;
  if (!body) return '';
  // Not `for await`: Safari's streams have no iterator.
  const reader = body.getReader();
  const buffer = createGrowingBuffer(maxBytes);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(buffer.take());
    if (!buffer.append(value)) {
      // Ends the connection. A stream that fails has ended already.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
  }
}
