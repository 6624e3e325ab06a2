import { generate } from 'selfsigned';

const DAY_MS = 24 * 3_600_000;

export interface Certificate {
  cert: string;
  key: string;
}

/**
 * A self-signed certificate for a name and for 127.0.0.1, valid until `validDays` from now and from
 * `fromDays`.
 */
export async function selfSigned(name: string, validDays = 1, fromDays = -2): Promise<Certificate> {
  const now = Date.now();
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    notBeforeDate: new Date(now + fromDays * DAY_MS),
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
