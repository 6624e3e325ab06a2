import { access } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { isObject } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { readJsonObject } from '../store/read-json-object.ts';

/** How a service is started. */
export interface StartCommand {
  command: string;
  /** `undefined` for a command line that the shell reads. */
  args: readonly string[] | undefined;
  /** As it is shown: `npm run start`. */
  shownAs: string;
}

/** `mkt dev`, however it is started, would start itself again. */
const STARTS_DEV = /\bmkt\s+dev\b/;

/**
 * The command that starts the service of a project: what follows `--`; `dev` in mkt.json; the script
 * `dev` or, if that is `mkt dev` itself, `start` of package.json; `main.py`.
 */
export async function startCommand(
  folder: string,
  given: readonly string[],
): Promise<StartCommand> {
  const [command, ...args] = given;
  if (command !== undefined) return { command, args, shownAs: given.join(' ') };
  return (
    (await fromSettings(folder)) ??
    (await fromScripts(folder)) ??
    (await fromPython(folder)) ??
    fail(
      'mkt dev does not know how to start this service: there is no script dev or start in package.json, and no main.py.',
    )
  );
}

const fail = (message: string): never => {
  throw new CliError('missing_value', message, {
    next: 'Name the command, as in: mkt dev -- node src/main.js. If the service is running already: mkt dev --service-url http://localhost:8810',
  });
};

const damaged = (file: string) => (problem: string, cause?: unknown) =>
  new CliError('damaged_settings', `${file} ${problem}.`, {
    next: 'Fix it, or name the command, as in: mkt dev -- node src/main.js',
    cause,
  });

/** The shell reads it, as it does the scripts of package.json. */
async function fromSettings(folder: string): Promise<StartCommand | undefined> {
  const settings = await readJsonObject(join(folder, 'mkt.json'), damaged('mkt.json'));
  const command = settings?.['dev'];
  if (command === undefined) return undefined;
  if (typeof command !== 'string' || command.trim() === '') {
    throw damaged('mkt.json')('is damaged: dev must be a command line');
  }
  refuseItself(command, 'dev in mkt.json');
  return { command, args: undefined, shownAs: command };
}

async function fromScripts(folder: string): Promise<StartCommand | undefined> {
  const manifest = await readJsonObject(join(folder, 'package.json'), damaged('package.json'));
  const scripts = manifest?.['scripts'];
  if (!isObject(scripts)) return undefined;
  const names = ['dev', 'start'].filter((name) => typeof scripts[name] === 'string');
  const name = names.find((each) => !STARTS_DEV.test(String(scripts[each])));
  if (name === undefined) {
    if (names.length > 0) refuseItself('mkt dev', `the script ${names[0]} in package.json`);
    return undefined;
  }
  // Unlike npm, it starts in a few milliseconds and passes signals on.
  return {
    command: process.execPath,
    args: ['--run', name],
    shownAs: `npm run ${name}`,
  };
}

function refuseItself(command: string, place: string): void {
  if (STARTS_DEV.test(command)) {
    fail(`mkt dev needs the command of the service itself, but ${place} is mkt dev.`);
  }
}

async function fromPython(folder: string): Promise<StartCommand | undefined> {
  const isThere = await access(join(folder, 'main.py')).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  // Without -u Python keeps what it prints until its buffer is full.
  const command = process.platform === 'win32' ? 'python' : 'python3';
  return { command, args: ['-u', 'main.py'], shownAs: `${command} main.py` };
}
