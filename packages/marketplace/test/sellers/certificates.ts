import { generate } from 'selfsigned';

const DAY_MS = 24 * 3_600_000;

export interface Certificate {
  cert: string;
  key: string;
}

/** A self-signed certificate for a name and for 127.0.0.1. */
export async function selfSigned(name: string, validDays = 1): Promise<Certificate> {
  const now = Date.now();
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    notBeforeDate: new Date(now - 2 * DAY_MS),
    notAfterDate: new Date(now + validDays * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { cert, key };
}
