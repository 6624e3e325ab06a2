import { readFileSync } from 'node:fs';
import type { Envelope, SignatureProblem } from '@mkt/protocol/signing';

export interface SigningVector {
  name: string;
  secrets: string[];
  method: string;
  headers: [string, string][];
  body: { utf8: string } | { base64: string };
  nowSeconds: number;
  expected:
    | { ok: true; envelope: Envelope }
    | { ok: false; reason: SignatureProblem; message: string };
}

export interface QueryVector {
  name: string;
  endpointPath: string;
  inputSchema: object;
  inputJson: string;
  expected:
    | { ok: true; query: string; url: string; signedText: string; backJson: string }
    | { ok: false; path: string; message: string };
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));
}

export const signing = read('signing') as { toleranceSeconds: number; vectors: SigningVector[] };
export const query = read('query') as { vectors: QueryVector[] };

export function bodyBytes(body: SigningVector['body']): Uint8Array {
  return 'utf8' in body ? Buffer.from(body.utf8, 'utf8') : Buffer.from(body.base64, 'base64');
}
