import { defineService, type Service } from '@mkt/seller-kit';
import { DEFAULT_LEVEL, maxCharacters, render, type Level } from './render.ts';

/** The limit of one level, which is lower than that of L. */
const limitAt = (level: Level) =>
  ({
    // The default level also applies when errorCorrection is absent.
    if: {
      properties: { errorCorrection: { const: level } },
      ...(level === DEFAULT_LEVEL ? {} : { required: ['errorCorrection'] }),
    },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { properties: { text: { maxLength: maxCharacters(level) } } },
  }) as const;

const INPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['text'],
  properties: {
    text: {
      type: 'string',
      minLength: 1,
      maxLength: maxCharacters('L'),
      // Half a surrogate pair has no UTF-8 form.
      pattern: '^\\P{Cs}*$',
      description: `A URL, or any other text: up to ${maxCharacters('L')} characters at level L, ${maxCharacters('M')} at M, ${maxCharacters('Q')} at Q, ${maxCharacters('H')} at H. Every accepted text fits.`,
    },
    errorCorrection: {
      type: 'string',
      enum: ['L', 'M', 'Q', 'H'],
      default: DEFAULT_LEVEL,
      description: 'How much of the code may be damaged: L 7, M 15, Q 25, H 30 percent.',
    },
    margin: {
      type: 'integer',
      minimum: 0,
      maximum: 16,
      default: 4,
      description: 'Quiet zone in modules; readers expect 4.',
    },
    dark: {
      type: 'string',
      pattern: '^#[0-7][0-9a-fA-F][0-7][0-9a-fA-F][0-7][0-9a-fA-F]$',
      default: '#000000',
      description: 'Colour of the modules, each channel from 00 to 7f: darker than any light.',
    },
    light: {
      type: 'string',
      pattern: '^(transparent|#[e-fE-F][0-9a-fA-F][e-fE-F][0-9a-fA-F][e-fE-F][0-9a-fA-F])$',
      default: '#ffffff',
      description:
        'Colour of the ground, #e0e0e0 to #ffffff in each part, or transparent for use on light pages.',
    },
  },
  allOf: [limitAt('M'), limitAt('Q'), limitAt('H')],
} as const;

const OUTPUT = {
  type: 'object',
  additionalProperties: false,
  required: ['svg', 'version', 'modules'],
  properties: {
    svg: { type: 'string', description: 'Scales to any size.' },
    version: { type: 'integer', minimum: 1, maximum: 40 },
    modules: {
      type: 'integer',
      minimum: 21,
      maximum: 177,
      description: 'Per side, without the margin.',
    },
  },
} as const;

const EXAMPLE = { text: 'https://example.com' };

export interface QrCodeOptions {
  /** Public address. In development it may be left out: the contract then names the requested one. */
  baseUrl?: string | undefined;
  /** Replaces the variable `MKT_SIGNING_SECRET`. */
  signingSecret?: string | undefined;
}

// #region service
export function qrCode({ baseUrl, signingSecret }: QrCodeOptions = {}): Service {
  return defineService({
    name: 'QR code',
    description:
      'A QR code of any text as SVG, with a choice of error correction, margin and colours. Every code can be read.',
    baseUrl,
    signingSecret,
    category: 'media',
    tags: ['qr', 'svg', 'image'],
    price: { currency: 'USD', amountCents: 1, unit: 'call' },
    input: INPUT,
    output: OUTPUT,
    examples: { request: EXAMPLE, response: render(EXAMPLE) },
    run: render,
  });
}
// #endregion
