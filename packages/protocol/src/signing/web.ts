import type { Signer } from './signature.ts';

/** A signer on WebCrypto, for runtimes without node:crypto. */
export function webSigner(
  secrets: readonly Uint8Array[],
): Signer<Promise<boolean>, Promise<string>> {
  const importKeys = () =>
    Promise.all(
      secrets.map((secret) =>
        crypto.subtle.importKey(
          'raw',
          new Uint8Array(secret),
          { name: 'HMAC', hash: 'SHA-256' },
          false,
          ['sign'],
        ),
      ),
    );
  // Imported on the first call, so that an unusable key makes that call fail and nothing else.
  let keys: ReturnType<typeof importKeys> | undefined;
  const macs = async (payload: string, body: Uint8Array) => {
    const head = new TextEncoder().encode(`${payload}.`);
    const message = new Uint8Array(head.length + body.length);
    message.set(head);
    message.set(body, head.length);
    keys ??= importKeys();
    const all = (await keys).map((key) => crypto.subtle.sign('HMAC', key, message));
    return (await Promise.all(all)).map((mac) => btoa(String.fromCharCode(...new Uint8Array(mac))));
  };
  return {
    sign: async (payload, body) => (await macs(payload, body)).map((mac) => `v1,${mac}`).join(' '),
    async matches(read, body) {
      let good = false;
      for (const expected of await macs(read.payload, body)) {
        for (const signature of read.signatures) {
          if (equalInConstantTime(signature, expected)) good = true;
        }
      }
      return good;
    },
  };
}

/** No early exit, so that the duration does not reveal where two texts differ. */
function equalInConstantTime(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
