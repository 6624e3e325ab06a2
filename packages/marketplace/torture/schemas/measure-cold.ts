// Reads one candidate as JSON from stdin and measures it in a process that has only done a server's
// warm-up; prints the duration of the slowest call in milliseconds.
import { readFileSync } from 'node:fs';
import { warmMainThread } from '../../src/schemas/main-thread.ts';
import { measureCalls, type Candidate } from './measure-calls.ts';

warmMainThread();
const candidate = JSON.parse(readFileSync(0, 'utf8')) as Candidate;
process.stdout.write(`${Math.max(...(measureCalls(candidate) ?? [0]))}\n`);
