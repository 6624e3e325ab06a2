// docs/operate/run.md#back-up-and-restore: what was ended after the backup does not live again.
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { openBrowser, PASSWORD, signedUp } from '../accounts/browser.ts';
import { openProgram } from '../accounts/program.ts';
import { runCommand } from '../accounts/run-command.ts';
import { newFolder, openMarket } from '../market.ts';

async function succeeds(...args: Parameters<typeof runCommand>): Promise<string> {
  const { code, stdout, stderr } = await runCommand(...args);
  expect([args[1], code, stderr]).toEqual([args[1], 0, expect.any(String)]);
  return stdout + stderr;
}

describe('a restored backup', () => {
  it('revives no revoked key, ended session, used link, suspended or closed account or archived listing', async () => {
    const home = { folder: newFolder() };
    const market = await openMarket(home);
    const { url, api } = market;
    const makeKey = async (name: string, from = api) =>
      (await from.post('/v1/api-keys', { name, scopes: ['*'] })).body;
    const [parent, loggedOut, kept] = [
      await makeKey('parent'),
      await makeKey('logged out'),
      await makeKey('kept'),
    ];
    const child = await makeKey('child', createApi(url, parent.key));
    const [bob, carl] = [
      await market.createAccount({ email: 'bob@example.com' }),
      await market.createAccount({ email: 'carl@example.com' }),
    ];
    const draft = { title: 'Spam', listingState: 'draft' };
    const runContract = { method: 'POST', endpointPath: 'http://127.0.0.1:9/run' };
    const { body: listing } = await api.post('/v1/providers', { ...draft, runContract });
    const browser = await signedUp({ url });
    const erin = await signedUp({ url }, 'erin@example.com');
    const erinKey = (await erin.post('/v1/api-keys', { name: 'hers', scopes: ['*'] })).body.key;
    const erinId = (await erin.get('/v1/me')).body.userId;
    const program = openProgram({ url });
    const codes = await program.start();
    await browser.post('/auth/device/approve', { userCode: codes.userCode, scopes: ['*'] });
    const invitation = await succeeds(home, 'users', 'invite', '--email', 'dora@example.com');
    const backup = join(newFolder(), 'backup.db');
    await succeeds(home, 'backup', backup);

    await api.delete(`/v1/api-keys/${parent.id}`);
    await program.send('/auth/revoke', { token: loggedOut.key });
    await Promise.all([
      succeeds(home, 'accounts', 'suspend', bob.id, '--reason', 'Fraud “again”\n'),
      succeeds(home, 'accounts', 'suspend', carl.id, '--reason', 'A mistake'),
      succeeds(home, 'listings', 'archive', listing.id, '--reason', 'Spam'),
    ]);
    await succeeds(home, 'accounts', 'resume', carl.id);
    const closing = await erin.post('/auth/close-account', { currentPassword: PASSWORD });
    expect(closing.status).toBe(200);
    await market.close();
    const list = join(home.folder, 'revocations');
    expect(statSync(list).mode & 0o777).toBe(0o600);
    expect(readFileSync(list, 'utf8')).not.toMatch(/mkt_|@example/);
    // As a crash leaves a list, and as an editor may.
    appendFileSync(list, '\n{"kind":"key","id":"0192\n\n{"kind":"key"}\nnull\n');

    const report = await succeeds(home, 'restore', backup, '--force');
    expect(report).toContain('Ended 2 sessions, 1 link and 1 device login:');
    expect(report).toContain(
      'revoked 3 keys, suspended 1 account, closed 1 account, archived 1 listing.',
    );
    expect(report).not.toContain('erin@example.com');
    expect(report).toContain(kept.id);
    expect(report).not.toContain(parent.id);
    expect(report).toMatch(new RegExp(`${bob.id} +bob@example.com +\\d{4}-`));
    expect(report).toMatch(new RegExp(`${carl.id} +carl@example.com\\n`));

    const restored = await openMarket(home);
    const statusOf = async (key: string) =>
      (await createApi(restored.url, key).get('/v1/me')).status;
    const keys = [parent, child, loggedOut, kept].map(({ key }) => key as string);
    expect(await Promise.all([...keys, bob.apiKey, carl.apiKey, erinKey].map(statusOf))).toEqual([
      401, 401, 401, 200, 403, 200, 401,
    ]);
    expect(
      (await signedUp(restored, 'erin@example.com').then((again) => again.get('/v1/me'))).body
        .userId,
    ).not.toBe(erinId);
    const { body: record } = await restored.api.get(`/v1/providers/${listing.id}`);
    expect([record.status, record.reviewRejectionReason]).toEqual(['archived', 'Spam']);
    const again = openBrowser(restored.url);
    expect((await again.get('/v1/me', { cookie: browser.cookieHeader() })).status).toBe(401);
    const polled = await openProgram(restored).poll(codes);
    expect(polled.body.error).toBe('invalid_grant');
    const dora = { name: 'Dora', email: 'dora@example.com', password: PASSWORD };
    const [, token] = /#invitation=(\S+)/.exec(invitation) ?? [];
    const used = await again.post('/auth/sign-up/email', { ...dora, invitation: token });
    expect([used.status, used.body.details[0].path]).toEqual([400, '/invitation']);
    const credentials = { email: 'ann@example.com', password: PASSWORD };
    expect((await again.post('/auth/sign-in/email', credentials)).status).toBe(200);
    await restored.close();

    // Elsewhere, without the list.
    const elsewhere = { folder: newFolder() };
    const other = await succeeds(elsewhere, 'restore', backup);
    expect(other).toContain(`There is no ${join(elsewhere.folder, 'revocations')}`);
    for (const { id } of [parent, child, loggedOut, kept]) expect(other).toContain(id);
  }, 60_000);
});
