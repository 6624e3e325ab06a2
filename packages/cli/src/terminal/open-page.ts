import { spawn } from 'node:child_process';
import { platform } from 'node:os';

/** The program that opens an address in the default browser. None of them is a shell. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler'],
};

/** Opens a web address in the default browser. False if that is not possible. */
export function openPage(url: string): Promise<boolean> {
  const [command, ...args] = OPENERS[platform()] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
