import type { HistoryEntry } from '@mkt/protocol';

type Finding = HistoryEntry['findings'][number];

const SIDES = { inputSchema: 'input', outputSchema: 'result' } as const;

/** `result: "words" may now be left out.`: a finding about a schema says whose schema it is. */
export function findingText({ path, message }: Pick<Finding, 'path' | 'message'>): string {
  const [, schema] = /^\/runContract\/(inputSchema|outputSchema)(?:\/|$)/.exec(path) ?? [];
  return schema === undefined ? message : `${SIDES[schema as keyof typeof SIDES]}: ${message}`;
}
