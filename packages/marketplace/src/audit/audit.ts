// The audit: what operators and accounts changed, written in the transaction that changes it, and kept
// for 400 days. Every feature that changes something uses it; it uses none of them.

import { type AuditListQuery, AUDIT_ACTIONS as OWN_ACTIONS } from '@mkt/protocol';
import type { Actor } from '../market/caller.ts';

/** Everything that is recorded. No account reads of an invitation, which belongs to none, or of its own end. */
export const AUDIT_ACTIONS = [...OWN_ACTIONS, 'user.invite', 'account.close'] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What was done. Never holds a key or a secret. */
export interface Act {
  action: AuditAction;
  /** Whose it is; null for an invitation, which has no account yet. */
  accountId: string | null;
  /** The id of the key, listing, webhook, session or account; the email address of a person. */
  subject: string;
  reason?: string | null | undefined;
  /** What changed, in short. */
  details?: Readonly<Record<string, unknown>> | undefined;
}

export interface AuditEntry {
  number: number;
  atMs: number;
  action: AuditAction;
  accountId: string | null;
  actor: Actor['kind'];
  /** The id of the key or session; null for the operator. */
  actorId: string | null;
  subject: string;
  reason: string | null;
  details: Readonly<Record<string, unknown>> | null;
  /** The id of the request, as in its response and the log; null for a command. */
  requestId: string | null;
}

/** How people know a key. */
export interface KeyName {
  name: string;
  lastFour: string;
}

/** An entry as its account reads it, with what keys are called now. */
export interface OwnAuditEntry extends AuditEntry {
  /** null unless a key did it. */
  actorKey: KeyName | null;
  /** null unless it was done to a key. */
  subjectKey: KeyName | null;
  /** False once it was revoked, ended or deleted. */
  subjectExists: boolean;
}

/** Whose entries to list, and of them only those that meet every condition that is set. */
export interface OwnAuditFilter {
  accountId: string;
  /** The part of an action before its dot. */
  kind?: AuditListQuery['kind'] | undefined;
  /** The id of a key or a session, `session` or `operator`. */
  actor?: string | undefined;
  /** An id. */
  subject?: string | undefined;
  /** Inclusive. */
  fromMs?: number | undefined;
  /** Exclusive. */
  toMs?: number | undefined;
}

/** Which entries a list has: those that meet every condition that is set. */
export interface AuditFilter {
  accountId?: string | undefined;
  action?: AuditAction | undefined;
  /** Inclusive. */
  sinceMs?: number | undefined;
}
