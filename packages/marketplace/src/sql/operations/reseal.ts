import type { SigningSecretTable } from '../tables/listing.ts';
import type { WebhookTable } from '../tables/webhook.ts';
import { all, execute, type Dialect, type SingleStatement } from '../operation.ts';

export function allSecrets({ db }: Dialect, after: string): SingleStatement<SigningSecretTable[]> {
  return all(
    db
      .selectFrom('signing_secret')
      .selectAll()
      .where('listing_id', '>', after)
      .orderBy('listing_id')
      .limit(500),
  );
}

export interface Resealed {
  before: Pick<SigningSecretTable, 'listing_id' | 'sealed' | 'previous_sealed'>;
  sealed: string;
  previousSealed: string | null;
}

/** Skips a secret that was rotated in the meantime: it is already sealed with the newest key. */
export function saveResealed(
  { db }: Dialect,
  { before, ...after }: Resealed,
): SingleStatement<number> {
  return execute(
    db
      .updateTable('signing_secret')
      .set({ sealed: after.sealed, previous_sealed: after.previousSealed })
      .where('listing_id', '=', before.listing_id)
      .where('sealed', '=', before.sealed)
      .where(
        'previous_sealed',
        before.previous_sealed === null ? 'is' : '=',
        before.previous_sealed,
      ),
  );
}

export function installationValues({
  db,
}: Dialect): SingleStatement<{ name: string; value: string }[]> {
  return all(db.selectFrom('installation').selectAll());
}

export function replaceInstallationValue(
  { db }: Dialect,
  { name, before, after }: { name: string; before: string; after: string },
): SingleStatement<number> {
  return execute(
    db
      .updateTable('installation')
      .set({ value: after })
      .where('name', '=', name)
      .where('value', '=', before),
  );
}

export function webhookSecrets(
  { db }: Dialect,
  after: string,
): SingleStatement<Pick<WebhookTable, 'id' | 'sealed' | 'previous_sealed'>[]> {
  return all(
    db
      .selectFrom('webhook')
      .select(['id', 'sealed', 'previous_sealed'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(500),
  );
}

/** As `saveResealed`, for a webhook. */
export function saveResealedWebhook(
  { db }: Dialect,
  {
    before,
    ...after
  }: {
    before: Pick<WebhookTable, 'id' | 'sealed' | 'previous_sealed'>;
    sealed: string;
    previousSealed: string | null;
  },
): SingleStatement<number> {
  return execute(
    db
      .updateTable('webhook')
      .set({ sealed: after.sealed, previous_sealed: after.previousSealed })
      .where('id', '=', before.id)
      .where('sealed', '=', before.sealed)
      .where(
        'previous_sealed',
        before.previous_sealed === null ? 'is' : '=',
        before.previous_sealed,
      ),
  );
}
