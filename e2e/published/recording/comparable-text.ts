import { USUAL_PORTS, type Ports } from './session.ts';

/** The text of a recording without what differs each time: times, ids, addresses, counts of packages. */
export const comparableText = (text: string, ports: Ports = USUAL_PORTS): string =>
  text
    .replaceAll(/ --port \d+/g, '')
    .replaceAll(`:${ports.service}`, `:${USUAL_PORTS.service}`)
    .replaceAll(`:${ports.marketplace}`, `:${USUAL_PORTS.marketplace}`)
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, 'ID')
    .replaceAll(/#sign-in=\S+/g, '#sign-in=…')
    .replaceAll(/\b[\d.,]+ ?m?s\b/g, 'TIME')
    .replaceAll(/added \d+ packages.* in TIME/g, 'added packages in TIME')
    .replaceAll(/(?<=\S) +(?=TIME)/g, ' ')
    .replaceAll(/ +$/gm, '');
