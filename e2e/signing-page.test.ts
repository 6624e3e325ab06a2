// The Python of docs/reference/seller-interface.md#signing, with the vectors and with a call that is sent twice.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { hasPython } from './templates/has-python.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const [, snippet = ''] =
  /```python\n([^]*?)```/.exec(
    readFileSync(pathOf('docs/reference/seller-interface.md'), 'utf8'),
  ) ?? [];
const VECTORS = pathOf('packages/protocol/vectors/signing.json');

/** Without the length limits of an envelope's members, which a service may leave to the marketplace. */
const LENIENT = new Set([
  'envelope-with-an-empty-order',
  'envelope-with-a-number',
  'envelope-with-a-long-name',
]);

const PROGRAM = `
import sys
def verdicts(vector):
    values = lambda name: [value for each, value in vector["headers"] if each.lower() == name]
    body = vector["body"]
    content = body["utf8"].encode() if "utf8" in body else base64.b64decode(body["base64"])
    time.time = lambda: vector["nowSeconds"]
    def once(secret):
        try:
            verify(secret, values("x-mkt-payload"), values("x-mkt-signature"), content)
        except PermissionError as refused:
            return str(refused)
        return "accepted"
    found = []
    for secret in vector["secrets"]:
        _seen.clear()
        found.append([once(secret), once(secret)])
    return found
with open(sys.argv[1], encoding="utf-8") as file:
    print(json.dumps([[each["name"], verdicts(each)] for each in json.load(file)["vectors"]]))
`;

it.runIf(hasPython('docs/reference/seller-interface.md'))(
  'accepts what is signed, once, and refuses everything else',
  () => {
    const { vectors } = JSON.parse(readFileSync(VECTORS, 'utf8')) as {
      vectors: { name: string; expected: { ok: boolean } }[];
    };
    const output = execFileSync('python3', ['-c', snippet + PROGRAM, VECTORS], {
      encoding: 'utf8',
    });
    const found = new Map(JSON.parse(output) as [string, [string, string][]][]);
    const wrong = vectors.filter(({ name, expected }) => {
      const verdicts = found.get(name) ?? [];
      const isAccepted = verdicts.some(([first]) => first === 'accepted');
      return isAccepted !== expected.ok && !LENIENT.has(name);
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(found.get('good')).toEqual([['accepted', 'The order was received before']]);
    expect(found.get('missing-both')?.[0]?.[0]).toMatch(/^Missing /);
  },
);
