import { spawn } from 'node:child_process';
import { platform } from 'node:os';

/** The program that opens an address in the default browser. None of them is a shell. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler'],
};

/** An opener that fails does so at once; one that waits for its browser has succeeded. */
const FAILS_WITHIN_MS = 1_000;

/** Opens a web address in the default browser. False if that is not possible. */
export function openPage(url: string): Promise<boolean> {
  const [command, ...args] = OPENERS[platform()] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), FAILS_WITHIN_MS);
    const end = (isOpened: boolean) => {
      clearTimeout(timer);
      resolve(isOpened);
    };
    child.once('spawn', () => child.unref());
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}
