// Measures one candidate, given as JSON on its input, in a process that has done nothing else but
// what a server does at its start; prints the milliseconds of the slowest call.
import { readFileSync } from 'node:fs';
import { warmMainThread } from '../../src/schemas/main-thread.ts';
import { measureCalls, type Candidate } from './measure-calls.ts';

warmMainThread();
const candidate = JSON.parse(readFileSync(0, 'utf8')) as Candidate;
process.stdout.write(`${Math.max(...(measureCalls(candidate) ?? [0]))}\n`);
