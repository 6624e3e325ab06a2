// Reads one candidate as JSON from stdin and measures it in a process that has only done a server's
// warm-up; prints the duration of the slowest call in milliseconds.
import { readFileSync } from 'node:fs';
import { readJson } from '@mkt/protocol';
import { warmMainThread } from '../../src/schemas/main-thread.ts';
import { measureCalls, type Candidate } from './measure-calls.ts';

await warmMainThread();
/** Otherwise a call pays for what planning left behind. Needs --expose-gc. */
const collectGarbage = () => gc?.();
const candidate = readJson(readFileSync(0, 'utf8')).exact as Candidate;
process.stdout.write(`${Math.max(...(measureCalls(candidate, collectGarbage) ?? [0]))}\n`);
