// docs/operate/move.md#the-passphrase: on a terminal, export and import ask for it.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { expect, it, onTestFinished } from 'vitest';
import { CURRENT } from '../../../../test-bed/marketplace-process.ts';
import { pollUntil } from '../../../../test-bed/poll-until.ts';
import { openSqliteStorage } from '../../src/server/sqlite-storage.ts';
import { newFolder } from '../market.ts';
import { createStillClock } from '../still-clock.ts';

const MKT_ENCRYPTION_KEY = randomBytes(32).toString('base64');
const PASSPHRASE = 'correct horse battery staple';
const QUESTION = 'Passphrase of the export: ';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** Runs a command in a terminal, and types an answer to each question. */
async function onTerminal(args: string[], answers: readonly [question: string, typed: string][]) {
  const [command, ...first] = CURRENT;
  const { PATH = '', HOME = '' } = process.env;
  const terminal = spawn(command, [...first, ...args], {
    name: 'xterm-256color',
    cols: 200,
    rows: 24,
    env: { PATH, HOME, MKT_ENCRYPTION_KEY },
  });
  let text = '';
  terminal.onData((data) => (text += data));
  const ended = new Promise<number>((resolve) => terminal.onExit((exit) => resolve(exit.exitCode)));
  onTestFinished(() => terminal.kill('SIGKILL'));
  for (const [question, typed] of answers) {
    await pollUntil(question, () => text.includes(question) || undefined);
    terminal.write(typed);
  }
  return { code: await ended, text };
}

async function newMarketplace(): Promise<string> {
  const folder = newFolder();
  await (await openSqliteStorage({ folder, clock: createStillClock() })).close();
  return folder;
}

it('a passphrase is asked for twice by export and once by import, and never shown', async () => {
  const file = join(newFolder(), 'export.ndjson');
  const exporting = ['export', file, '--data', await newMarketplace()];
  const differing = await onTerminal(exporting, [
    [QUESTION, `${PASSPHRASE}\r`],
    ['Repeat the passphrase: ', 'correct horse battery stable\r'],
  ]);
  expect(differing.text).toContain('✖ The two passphrases differ.');
  expect([differing.code, existsSync(file)]).toEqual([1, false]);
  const exported = await onTerminal(exporting, [
    [QUESTION, `${PASSPHRASE}\r`],
    ['Repeat the passphrase: ', `${PASSPHRASE}\r`],
  ]);
  expect(exported.text).toMatch(/Exported 0 accounts, 0 listings and 0 orders to /);
  expect(exported.code).toBe(0);

  const importing = ['import', file, '--data', newFolder()];
  const wrong = await onTerminal(importing, [[QUESTION, 'another passphrase\r']]);
  expect(wrong.text).toContain('was sealed with another passphrase. Nothing was imported.');
  const imported = await onTerminal(importing, [[QUESTION, `${PASSPHRASE}\r`]]);
  expect(imported.text).toMatch(/Imported 0 accounts, 0 listings and 0 orders into /);
  expect(imported.code).toBe(0);
  for (const { text } of [differing, exported, wrong, imported]) {
    expect(text).not.toMatch(/horse|another passphrase\r/);
  }
});

it.each([
  ['Ctrl-C', CTRL_C],
  ['Ctrl-D', CTRL_D],
])('%s at the prompt ends the command, and nothing is written', async (_, typed) => {
  const folder = newFolder();
  const exporting = ['export', join(folder, 'export.ndjson'), '--data', await newMarketplace()];
  const { code, text } = await onTerminal(exporting, [[QUESTION, typed]]);
  expect(text.replaceAll('\r\n', '\n')).toBe(`${QUESTION}\n✖ No passphrase was given.\n`);
  expect([code, readdirSync(folder)]).toEqual([1, []]);
});
