// The recording in the README: it is made again, and must show what the checked-in one shows. If what the
// commands print has changed on purpose: npm run record.
import { readFileSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { blocksOf } from '../../scripts/documentation/markdown.ts';
import { read } from '../../scripts/documentation/pages.ts';
import { closedAddress } from '../../test-bed/local-server.ts';
import { prepareMachine } from './machine.ts';
import { NODE_PROGRAMS } from '../../test-bed/runtimes.ts';
import { durationOf, parseCast, textOf } from './recording/asciicast.ts';
import { comparableText } from './recording/comparable-text.ts';
import { drawSvg } from './recording/draw-svg.ts';
import { CAST, SVG, TITLE } from './recording/files.ts';
import { record } from './recording/record.ts';
import { firstSale, USUAL_PORTS } from './recording/session.ts';

const recorded = parseCast(readFileSync(CAST, 'utf8'));
/** The goal of the whole journey. */
const TWO_MINUTES_S = 120;

describe('the recording of a first sale', () => {
  it('shows what its commands print today', async () => {
    const ports = {
      service: (await closedAddress()).port,
      marketplace: (await closedAddress()).port,
    };
    const [newest = ''] = Object.keys(NODE_PROGRAMS);
    await using machine = prepareMachine(inject('registry').url, newest);
    machine.env['MKT_BASE_URL'] = `http://127.0.0.1:${ports.marketplace}`;
    const today = await record(machine, firstSale(ports));
    const shown = comparableText(await textOf(recorded));
    expect(comparableText(await textOf(today), ports)).toBe(shown);
  });

  it('took less than two minutes', () => {
    expect(durationOf(recorded)).toBeLessThan(TWO_MINUTES_S);
  });

  it('is what the drawing shows', async () => {
    expect(await drawSvg(recorded, TITLE)).toBe(readFileSync(SVG, 'utf8'));
  });

  it('contains no key', () => {
    expect(readFileSync(CAST, 'utf8')).not.toMatch(/mkt_\w{20}|whsec_\w{20}/);
  });
});

describe('docs/start/first-sale.md', () => {
  // The page begins in a clone; the recording in an empty folder, with the packages from a registry.
  const blocks = blocksOf(
    read('docs/start/first-sale.md').replaceAll(/(?:\.\.|\/home\/you)\/(?=text-insights)/g, ''),
  );

  it('has the commands of the recording, in order', () => {
    const typed = blocks
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.split('\n'))
      .filter((line) => line.trim() !== '' && !line.startsWith('#'));
    const commands = firstSale(USUAL_PORTS).map(({ command }) => command);
    expect(typed.slice(0, commands.length)).toEqual(commands);
  });

  it('shows what they print', async () => {
    const printed = comparableText(await textOf(recorded)).split('\n');
    const shown = blocks
      .filter(({ language }) => language === 'text')
      .flatMap(({ text }) => comparableText(text).split('\n'))
      .filter((line) => line.trim() !== '' && line.trim() !== '…');
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((line) => !printed.includes(line))).toEqual([]);
  });
});
