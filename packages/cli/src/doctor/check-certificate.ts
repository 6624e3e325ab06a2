import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { isIP } from 'node:net';
import { systemCode } from '../errors/system-code.ts';
import { quoteArgument } from '../terminal/text.ts';
import { advice, failed, passed, skipped, type Finding } from './finding.ts';

const CERTIFICATE_TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** Certificates are usually renewed a month before they expire, so by now a renewal has failed. */
const SOON_DAYS = 14;

/** Whether the marketplace will accept the certificate of an https address, and for how long. */
export async function checkCertificate(address: string, signal: AbortSignal): Promise<Finding> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const show = showCertificate(host, Number(port) || 443);
  try {
    const { certificate, problem } = await readCertificate(host, Number(port) || 443, signal);
    const left = (Date.parse(certificate.valid_to) - Date.now()) / DAY_MS;
    if (left < 0) {
      const ago = count(Math.max(1, Math.floor(-left)));
      return failed('certificate', `expired ${ago} ago, so calls to it fail`, show);
    }
    const days = Math.floor(left);
    if (problem !== undefined)
      return failed('certificate', `is not trusted (${problem}), so calls to it fail`, show);
    if (Number.isNaN(days)) return skipped('certificate', 'its expiry cannot be read', show);
    const expiry = `expires in ${count(days)}`;
    if (days < SOON_DAYS) {
      return advice('certificate', `${expiry}: check that it is renewed`, show);
    }
    return passed('certificate', `is valid, ${expiry}`);
  } catch (error) {
    signal.throwIfAborted();
    return skipped('certificate', `could not be read (${systemCode(error)})`, show);
  }
}

const count = (days: number) => (days === 1 ? '1 day' : `${days} days`);

const showCertificate = (host: string, port: number): string => {
  const target = quoteArgument(`${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
  const name = isIP(host) ? '' : ` -servername ${quoteArgument(host)}`;
  return `openssl s_client -connect ${target}${name} </dev/null | openssl x509 -noout -subject -dates`;
};

interface Read {
  certificate: PeerCertificate;
  /** Why the chain or the name is not trusted. */
  problem: string | undefined;
}

async function readCertificate(host: string, port: number, signal: AbortSignal): Promise<Read> {
  const { promise, resolve, reject } = Promise.withResolvers<Read>();
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(CERTIFICATE_TIMEOUT_MS)]);
  const socket: TLSSocket = connect({
    host,
    port,
    ...(isIP(host) ? {} : { servername: host }),
    // The certificate is only looked at: nothing is sent. An invalid one must be readable too.
    rejectUnauthorized: false,
  });
  const stop = () => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
  deadline.addEventListener('abort', stop);
  socket.once('error', reject);
  socket.once('secureConnect', () => {
    const { authorizationError } = socket;
    const problem = authorizationError ? systemCodeOf(authorizationError) : undefined;
    resolve({ certificate: socket.getPeerCertificate(), problem });
  });
  try {
    return await promise;
  } finally {
    deadline.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** Node's types say Error; in fact it is the code as a string for problems of the chain. */
const systemCodeOf = (problem: unknown) =>
  typeof problem === 'string' ? problem : systemCode(problem);
