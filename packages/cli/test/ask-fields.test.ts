// What mkt run asks for on a terminal when it is given no input.
import { describe, expect, it } from 'vitest';
import { fakeMarketplace } from './fake-marketplace.ts';
import { catalogueListing, order } from './records.ts';
import { runMkt } from './run-mkt.ts';

const inputSchema = {
  type: 'object',
  required: ['text', 'days', 'mode', 'filter'],
  properties: {
    text: { type: 'string', description: 'What to analyse' },
    days: { type: 'integer' },
    mode: { enum: ['fast', 'exact'] },
    filter: { type: 'object' },
    note: { type: 'string' },
  },
};

/** Runs it, and types each answer when its question is shown. */
async function runAndAnswer(answers: Readonly<Record<string, string>>, argv: string[] = []) {
  await using market = await fakeMarketplace(({ path }) => ({
    body: path.startsWith('/v1/orders')
      ? order()
      : { ...catalogueListing, runContract: { method: 'POST', inputSchema } },
  }));
  const open = new Map(Object.entries(answers));
  const ran = await runMkt(['run', 'text-insights', ...argv], {
    env: market.env,
    isTerminal: true,
    onStderr: (text, type) => {
      for (const [question, keys] of open) {
        if (!text.includes(question)) continue;
        open.delete(question);
        type(keys);
      }
    },
  });
  const placed = market.requests.find(({ path }) => path === '/v1/orders');
  return { ...ran, sent: placed && JSON.parse(placed.body).requestBody };
}

describe('mkt run without an input, on a terminal', () => {
  it('asks for each required field, with the type that the schema has', async () => {
    const { code, sent } = await runAndAnswer({
      'text (What to analyse)': 'Hello.\r',
      days: '3\r',
      mode: '\u001b[B\r',
      'filter, as JSON': '{"lang":"en"}\r',
      'Call text-insights for': 'y\r',
    });
    expect([code, sent]).toEqual([
      0,
      { text: 'Hello.', days: 3, mode: 'exact', filter: { lang: 'en' } },
    ]);
  });

  it('asks again when a value that must be JSON is not', async () => {
    const { stderr, sent } = await runAndAnswer({
      'text (What to analyse)': 'a\r',
      days: '1\r',
      mode: '\r',
      'filter, as JSON': 'oops\r',
      'is not valid JSON': '\u0015{}\r',
      'Call text-insights for': 'y\r',
    });
    expect(stderr).toContain('This is not valid JSON');
    expect(sent).toMatchObject({ filter: {} });
  });

  it('does not ask when an input is given', async () => {
    const { sent } = await runAndAnswer({}, ['--yes', '--input', '{"text":"x"}']);
    expect(sent).toEqual({ text: 'x' });
  });
});
