// Code in guides is code that runs, and configuration is a file that tests read: the block after
// `<!-- path#region,region -->` or `<!-- path -->` is taken from there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const GUIDES = [
  'README.md',
  'docs/buy/call.md',
  'docs/buy/catalogue.md',
  'docs/buy/orders.md',
  'docs/buy/program.md',
  'docs/buy/typescript.md',
  'docs/buy/webhooks.md',
  'docs/operate/install.md',
  'docs/operate/monitor.md',
  'docs/reference/protocol.md',
  'docs/reference/seller-interface.md',
  'docs/sell/deploy.md',
  'docs/sell/diagnose.md',
  'docs/sell/frameworks.md',
  'docs/sell/publish.md',
  'docs/test/testing.md',
  'packages/cli/README.md',
  'packages/client/README.md',
  'packages/conformance/README.md',
  'packages/json-schema/README.md',
  'packages/marketplace/README.md',
  'packages/seller-kit/README.md',
];
const SNIPPET = /<!-- ([\w./-]+)(?:#(\S+))? -->\n\n```(\w+)\n[\s\S]*?```\n/g;

/** The lines of a region, moved to the left edge. */
function region(text, name, path) {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim() === `// #region ${name}`);
  if (start < 0) throw new Error(`${path} has no region ${name}`);
  const length = lines.slice(start).findIndex((line) => line.trim() === '// #endregion');
  const inside = lines.slice(start + 1, start + length);
  const indent = inside[0].length - inside[0].trimStart().length;
  return inside.map((line) => line.slice(indent)).join('\n');
}

export function generateSnippets(root) {
  const fill = (_, path, names, language) => {
    const text = readFileSync(join(root, path), 'utf8');
    const parts = names
      ? names.split(',').map((name) => region(text, name, path))
      : [text.trimEnd()];
    const source = names ? `${path}#${names}` : path;
    return `<!-- ${source} -->\n\n\`\`\`${language}\n${parts.join('\n\n')}\n\`\`\`\n`;
  };
  const read = (guide) => readFileSync(join(root, guide), 'utf8');
  const filled = (guide) => {
    const text = read(guide);
    // A guide in which no block is found is one whose code is never checked.
    if (text.search(SNIPPET) === -1) throw new Error(`${guide} has no block of code that runs`);
    return text.replaceAll(SNIPPET, fill);
  };
  return Object.fromEntries(GUIDES.map((guide) => [guide, filled(guide)]));
}
