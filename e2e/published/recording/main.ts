// `npm run record`: sells the first call once more, and writes the recording and its drawing.
import { writeFileSync } from 'node:fs';
import { NODE_PROGRAMS } from '../../../test-bed/runtimes.ts';
import { publishAll } from '../publish-all.ts';
import { prepareMachine } from '../machine.ts';
import { durationOf, formatCast, parseCast } from './asciicast.ts';
import { drawSvg } from './draw-svg.ts';
import { record } from './record.ts';
import { CAST, SVG, TITLE } from './files.ts';
import { firstSale, USUAL_PORTS } from './session.ts';

/** The speed of someone who knows the command. */
const KEY_MS = 35;

const [newest = ''] = Object.keys(NODE_PROGRAMS);
await using registry = await publishAll();
await using machine = prepareMachine(registry.url, newest);
const text = formatCast(await record(machine, firstSale(USUAL_PORTS), { keyMs: KEY_MS }));
const cast = parseCast(text);
writeFileSync(CAST, text);
writeFileSync(SVG, await drawSvg(cast, TITLE));
console.log(`✔ ${CAST} and ${SVG}: sold after ${durationOf(cast).toFixed(0)} s`);
