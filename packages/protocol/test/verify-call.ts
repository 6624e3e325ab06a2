import {
  checkSignedCall,
  parseSigningSecrets,
  readSignature,
  webSigner,
  type Envelope,
  type SignatureRefusal,
  type Signer,
} from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';

export const SIGNERS: readonly [string, (secrets: readonly Uint8Array[]) => Signer][] = [
  ['nodeSigner', nodeSigner],
  ['webSigner', webSigner],
];

export interface ReceivedCall {
  headers: readonly (readonly [string, string])[];
  body: Uint8Array;
  nowSeconds: number;
}

/** The steps of verification in their order, as a seller's side puts them together. */
export async function verifyCall(
  signer: Signer,
  { headers, body, nowSeconds }: ReceivedCall,
): Promise<{ ok: true; envelope: Envelope } | SignatureRefusal> {
  const valuesOf = (headerName: string) =>
    headers.filter(([name]) => name.toLowerCase() === headerName).map(([, value]) => value);
  const read = readSignature({
    signature: valuesOf('x-mkt-signature'),
    payload: valuesOf('x-mkt-payload'),
  });
  if (!read.ok) return read;
  if (!(await signer.matches(read, body))) return { ok: false, reason: 'bad_signature' };
  return checkSignedCall(read, nowSeconds * 1000);
}

export function keysOf(...secrets: string[]): Uint8Array[] {
  const keys = parseSigningSecrets(secrets.join(','));
  if (!keys) throw new Error('A test gave a malformed secret.');
  return keys;
}
