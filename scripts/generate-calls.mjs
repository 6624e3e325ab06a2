// The route table without its prose, which a client that is bundled for browsers would carry along.
import { ROUTES } from '@mkt/protocol';

const isTrue = (name, value) => (value === true ? ` ${name}: true,` : '');

function entryOf([id, { method, path, success, idempotent }]) {
  const schema = success.schema === undefined ? '' : `, schema: '${success.schema}'`;
  return `  ${id}: { method: '${method}', path: '${path}',${isTrue('idempotent', idempotent)} success: { status: ${success.status}${schema} } },`;
}

/** @returns {Record<string, string>} file path from the repository's root → text */
export const generateCalls = () => ({
  'packages/client/src/generated/calls.ts': `// Generated from packages/protocol/src/routes.ts by \`npm run fix\`. Do not edit.
import type { RouteId } from '@mkt/protocol';

/** What the client needs of a route. */
export interface Call {
  method: string;
  path: string;
  idempotent?: true;
  success: { status: number; schema?: string };
}

export const CALLS: Readonly<Record<RouteId, Call>> = {
${Object.entries(ROUTES).map(entryOf).join('\n')}
};
`,
});
