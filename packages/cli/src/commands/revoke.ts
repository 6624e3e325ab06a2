import { confirm } from '../input/confirm.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';

interface KeysRevokeOptions extends GlobalOptions {
  yes?: boolean;
}

export const keysRevoke: CommandFactory = (open) =>
  newCommand({
    examples: [
      ['mkt keys revoke 0190c1f2-7a00-7000-8000-000000000001 --yes', 'without confirmation'],
    ],
  })
    .argument('<key>', 'id of the key (see mkt keys list)')
    .option('-y, --yes', 'revoke without confirmation')
    .action(async (id: string, options: KeysRevokeOptions) => {
      const session = open(options);
      await confirm(session, `Revoke API key ${id}?`, options.yes);
      const { apiKeys } = await session.client();
      await apiKeys.delete(id, { signal: session.shell.signal });
      session.output.result({ revoked: id }, () => '');
      session.output.done('revoked', id);
    });
