import type { Engine } from '../database/engine.ts';
import type { Reader } from '../market/caller.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { AuditEntry, AuditFilter, OwnAuditEntry, OwnAuditFilter } from './audit.ts';
import { listAudit, listOwnAudit, pruneAudit } from './sql.ts';

export function auditStore({ list, writeOnce }: Engine) {
  return {
    /** Newest first; the key of the keyset is the number of an entry. */
    list: (
      filter: AuditFilter,
      page: BoundedPageRequest,
      reader: Reader,
    ): Promise<PageItems<AuditEntry>> => list(listAudit, { filter, page }, reader),
    /** The entries of one account, newest first, with the same keyset. */
    listOwn: (
      filter: OwnAuditFilter,
      page: BoundedPageRequest,
      reader: Reader,
    ): Promise<PageItems<OwnAuditEntry>> => list(listOwnAudit, { filter, page }, reader),
    /** Deletes entries that are older than 400 days. Resolves with their number. */
    prune: (limit: number): Promise<number> => writeOnce(pruneAudit, limit),
  };
}
