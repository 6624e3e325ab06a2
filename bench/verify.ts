import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { parseJson } from '@mkt/protocol';
import {
  formatPayload,
  parseSigningSecret,
  readSignature,
  signatureHeaders,
} from '@mkt/protocol/signing';
import { nodeSigner } from '@mkt/protocol/signing/node';
import { Webhook } from 'standardwebhooks';
import { verifyCall } from '../packages/seller-kit/src/verify-call.ts';
import { perCpuSecond } from './measure/repeat.ts';
import { measureInRounds, type Measured } from './measure/rounds.ts';
import type { Benchmark, BenchmarkOptions } from './report/benchmark.ts';
import { figure, percent, ratio } from './report/table.ts';
import { LISTING_ID, SIGNING_SECRET } from './sample-call.ts';

const SIZES = [1024, 65_536];
const KIT = 'seller-kit';
const RAW = 'node:crypto and JSON.parse';
const LIBRARY = 'standardwebhooks';

function refuse(): never {
  throw new Error('A good signature was refused.');
}

/** One signed call, verified and parsed in three ways. */
function variantsFor(size: number): { name: string; work: () => void }[] {
  const secret = parseSigningSecret(SIGNING_SECRET) ?? refuse();
  const signer = nodeSigner([secret]);
  const text = JSON.stringify({ text: 'a'.repeat(size - 11) });
  const bytes = Buffer.from(text);
  const envelope = { orderId: LISTING_ID, listingId: LISTING_ID, buyerId: 'buyer_bench' };
  const payload = formatPayload(envelope, Math.floor(Date.now() / 1000));
  const signature = signer.sign(payload, bytes);
  const headers = signatureHeaders(payload, signature);
  const key = createSecretKey(secret);
  const webhook = new Webhook(SIGNING_SECRET);
  const verification = { signer, replay: false } as const;
  const received = { signature: [signature], payload: [payload] };
  return [
    {
      name: RAW,
      work() {
        const mac = createHmac('sha256', key).update(`${payload}.`).update(bytes).digest();
        const given = Buffer.from(signature.slice('v1,'.length), 'base64');
        if (given.length !== mac.length || !timingSafeEqual(given, mac)) refuse();
        JSON.parse(bytes.toString('utf8'));
      },
    },
    {
      name: KIT,
      work() {
        const read = readSignature(received);
        if (!read.ok) refuse();
        const call = verifyCall(verification, read, bytes, Date.now());
        if (call instanceof Promise || call.outcome !== 'verified' || !parseJson(bytes).ok)
          refuse();
      },
    },
    { name: LIBRARY, work: () => webhook.verify(bytes.toString('utf8'), headers) },
  ];
}

const measure = (size: number, options: BenchmarkOptions): Promise<Measured> =>
  measureInRounds(
    variantsFor(size).map(({ name, work }) => ({
      name,
      measure: (seconds) => Promise.resolve({ perSecond: perCpuSecond(seconds, work) }),
    })),
    options,
  );

export const verify: Benchmark = {
  title: 'Verifying a signature',
  method:
    'How many signed calls one thread verifies and parses per second of processor time: with the kit, which also reads the envelope, checks the age and refuses JSON that is nested too deeply; with hand-written code; and with the Standard Webhooks library.',
  notMeasured: ['WebCrypto on other runtimes; several secrets during a rotation.'],
  async run(options) {
    const found = new Map<number, Measured>();
    for (const size of SIZES) found.set(size, await measure(size, options));
    const all = [...found];
    return {
      tables: all.map(([size, measured]) => ({
        title: `A body of ${size / 1024} KB`,
        columns: ['verifier', 'verified/s', '±', 'ratio'],
        rows: measured.names.map((name) => [
          name,
          figure(measured.median(name, 'perSecond')),
          percent(measured.spread(name, 'perSecond')),
          ratio(measured.ratio(name, RAW, 'perSecond')),
        ]),
      })),
      goals: all.map(([size, measured]) => ({
        name: `kit ÷ by hand, ${size / 1024} KB`,
        value: measured.ratio(KIT, RAW, 'perSecond'),
        floor: 0.85,
        target: 0.95,
        better: 'higher',
      })),
    };
  },
};
