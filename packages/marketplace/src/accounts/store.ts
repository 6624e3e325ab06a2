import { randomUUID } from 'node:crypto';
import { recorded } from '../audit/sql.ts';
import type { Engine } from '../database/engine.ts';
import type { Sealing } from '../database/sealing.ts';
import { ADDRESS, type LinkKind } from '../database/tables.ts';
import type { NewApiKey } from '../keys/key.ts';
import type { ListedListing } from '../listings/listing.ts';
import type { Actor, Reader } from '../market/caller.ts';
import type { BoundedPageRequest, PageItems } from '../market/page.ts';
import type { ProfileTexts } from '../market/profile-texts.ts';
import type { Account, Actors, Closing, Closure, Profile, Suspension } from './account.ts';
import type { Approval, DeviceLogin, HandedOver, NewDeviceLogin, Polled } from './device-login.ts';
import type {
  EndedSignIns,
  InsertedUser,
  Membership,
  NewUser,
  PasswordReset,
  Person,
  SignInLink,
  UpdatedUser,
  UserChange,
} from './people.ts';
import {
  approveDeviceLogin,
  denyDeviceLogin,
  findDeviceLogin,
  handOverDeviceLogin,
  insertDeviceLogin,
  pollDeviceLogin,
  pruneDeviceLogins,
} from './sql-device-login.ts';
import {
  endSignIns,
  findMembership,
  findUserId,
  hasLink,
  insertLink,
  insertUser,
  listPeople,
  pruneLinks,
  pruneSessions,
  resetPassword,
  updateUser,
} from './sql-people.ts';
import { closeAccount } from './sql-close.ts';
import { suspendAccount } from './sql-suspend.ts';
import {
  activeActors,
  ensureAccount,
  findAccount,
  findInstallationValue,
  findProfile,
  insertInstallationValue,
  readSeller,
  replaceProfile,
  resumeAccount,
  setInstallationValue,
} from './sql.ts';

/** The random id that buyers see of a new account. */
const withSellerId = <Owner>(owner: Owner) => ({ ...owner, sellerId: randomUUID() });

const INSTALLATION = 'installation-key';
const COOKIES = 'cookie-key';
const MODE = 'mode';
const DEV = 'dev';

const suspendRecorded = recorded(
  suspendAccount,
  (suspension, { id, reason }) =>
    suspension && { action: 'account.suspend', accountId: id, subject: id, reason },
);

const closeRecorded = recorded(closeAccount, (closure) =>
  typeof closure === 'object'
    ? { action: 'account.close', accountId: closure.accountId, subject: closure.accountId }
    : undefined,
);

const resumeRecorded = recorded(
  resumeAccount,
  (account, id) => account && { action: 'account.resume', accountId: id, subject: id },
);

/** The operator's links have the email address of a person, who has no account yet if invited. */
const linkRecorded = recorded(insertLink, (outcome, { link: { kind, email } }) =>
  typeof outcome === 'string'
    ? undefined
    : {
        action: kind === 'invite' ? 'user.invite' : 'user.reset',
        accountId: outcome.accountId,
        subject: email,
      },
);

const updateRecorded = recorded(updateUser, (outcome, { email }) =>
  typeof outcome === 'string'
    ? undefined
    : {
        action: 'user.update',
        accountId: outcome.accountId,
        subject: email,
        details: outcome.before === email ? undefined : { before: outcome.before },
      },
);

const handOverRecorded = recorded(handOverDeviceLogin, (outcome) => {
  if (outcome.kind !== 'handed-over') return undefined;
  const { id, accountId, name, scopes } = outcome.apiKey;
  return { action: 'key.create', accountId, subject: id, details: { name, scopes } };
});

export function accountStore({ read, write }: Engine, sealing: Sealing) {
  /** A random value of this installation: the candidate, unless there is one already. */
  async function randomKey(name: string, candidate: Uint8Array): Promise<Uint8Array> {
    const value = sealing.seal(Buffer.from(candidate).toString('base64'), name);
    const stored = await write(insertInstallationValue, { name, value });
    return Buffer.from(sealing.open(stored, name), 'base64');
  }
  return {
    /**
     * The account of the person with this email address, compared case-insensitively. If there is
     * none, both are created with the given ids.
     */
    ensure: (person: {
      ids: { account: string; user: string };
      email: string;
      name: string;
    }): Promise<{ accountId: string }> => write(ensureAccount, withSellerId(person)),
    /** Finds an account by its id or by the email address of a member. */
    find: (ref: string): Promise<Account | undefined> => read(findAccount, ref),
    /**
     * Suspends an account: pauses its published listings and fails the waiting orders placed by it or
     * for its listings as `listing_unavailable`. Running orders finish. Suspending a suspended
     * account again is allowed; resolves with `undefined` if there is no such account.
     */
    suspend: (id: string, reason: string, by?: Actor): Promise<Suspension | undefined> =>
      write(suspendRecorded, { args: { id, reason }, by }),
    /**
     * Closes an account for good (`sql-close.ts`). `undefined`: there is no such account, it is closed, or
     * the session has ended.
     */
    close: (closing: Closing, actor: Actor): Promise<Closure | 'suspended' | undefined> =>
      write(closeRecorded, { args: { closing, actor }, by: actor }),
    /** Lifts a suspension; its listings stay paused. A closed account stays suspended. */
    resume: (id: string, by?: Actor): Promise<Account | undefined> =>
      write(resumeRecorded, { args: id, by }),
    /**
     * The ids of those keys and sessions that may still act at `nowMs`: not revoked or ended, not
     * expired, and of accounts that are not suspended.
     */
    activeActors: (actors: Actors, nowMs: number): Promise<string[]> =>
      read(activeActors, { ...actors, nowIso: new Date(nowMs).toISOString() }),
    /**
     * Whether the server last ran in dev mode, whose rules the commands of the operator follow.
     * `undefined` before the first start.
     */
    async servedInDevMode(): Promise<boolean | undefined> {
      const sealed = await read(findInstallationValue, MODE);
      return sealed === undefined ? undefined : sealing.open(sealed, MODE) === DEV;
    },
    async saveDevMode(dev: boolean): Promise<void> {
      const value = sealing.seal(dev ? DEV : 'production', MODE);
      await write(setInstallationValue, { name: MODE, value });
    },
    /** The address of the server that started last; `undefined` before the first start. */
    address: (): Promise<string | undefined> => read(findInstallationValue, ADDRESS),
    async saveAddress(value: string): Promise<void> {
      await write(setInstallationValue, { name: ADDRESS, value });
    },
    /** Random bytes of this installation, stored at first use: the key that derives `buyerId`. */
    installationKey: (candidate: Uint8Array): Promise<Uint8Array> =>
      randomKey(INSTALLATION, candidate),
    /** The same for the key that signs the cookies of sessions. */
    cookieKey: (candidate: Uint8Array): Promise<Uint8Array> => randomKey(COOKIES, candidate),
  };
}

export type AccountStore = ReturnType<typeof accountStore>;

export function profileStore({ read, list, write }: Engine) {
  return {
    /** The profile of an account; every account has one. */
    find: (accountId: string): Promise<Profile> => read(findProfile, accountId),
    replace: (accountId: string, texts: ProfileTexts): Promise<Profile> =>
      write(replaceProfile, { accountId, texts }),
    /**
     * A seller with its published listings, newest first, as summaries; `undefined` if there is none
     * with this id, or its account is suspended.
     */
    seller: (
      sellerId: string,
      page: BoundedPageRequest,
      reader: Reader,
    ): Promise<{ profile: Profile; listings: PageItems<ListedListing> } | undefined> =>
      list(readSeller, { sellerId, page }, reader),
  };
}

export type ProfileStore = ReturnType<typeof profileStore>;

export function userStore({ read, write, writeOnce }: Engine) {
  return {
    /**
     * Stores a person with a password and an account, and uses up the invitation if one is given.
     * Otherwise nothing was stored.
     */
    insert: (user: NewUser, invitation?: Uint8Array): Promise<InsertedUser> =>
      write(insertUser, {
        user: withSellerId(user),
        invitation,
      }),
    /**
     * Stores a link, which replaces an earlier one of its kind for the same address. An invitation is
     * refused as `known` if the address has an account, a reset as `unknown` if it has none.
     */
    async insertLink(
      link: SignInLink,
      lifetimeMs: number,
    ): Promise<'inserted' | 'known' | 'unknown'> {
      const by = { kind: 'operator' } as const;
      const outcome = await write(linkRecorded, { args: { link, lifetimeMs }, by });
      return typeof outcome === 'string' ? outcome : 'inserted';
    },
    /** Whether the link exists and can still be used. */
    hasLink: (hash: Uint8Array, kind: LinkKind): Promise<boolean> => read(hasLink, { hash, kind }),
    /**
     * Sets the password of the person that the link is for, ends their sessions, and uses the link up.
     * Resolves with their id; `undefined` if the link cannot be used.
     */
    resetPassword: (reset: PasswordReset): Promise<string | undefined> =>
      write(resetPassword, reset),
    /**
     * Changes the name and the address of a person; the address must be canonical. Links for one that is
     * given up no longer work.
     */
    update: (change: UserChange, by: Actor): Promise<UpdatedUser> =>
      write(updateRecorded, { args: change, by }),
    /** Deletes sessions that expired before the given time. Resolves with their number. */
    pruneSessions: (nowMs: number, limit: number): Promise<number> =>
      writeOnce(pruneSessions, { before: new Date(nowMs).toISOString(), limit }),
    /** Deletes links that can no longer be used. Resolves with their number. */
    pruneLinks: (limit: number): Promise<number> => writeOnce(pruneLinks, limit),
    /** Ends every session, link and device login: some in a restored backup have been used or ended since. */
    endSignIns: (): Promise<EndedSignIns> => write(endSignIns, undefined),
    /** Newest accounts first. */
    people: (limit: number): Promise<Person[]> => read(listPeople, limit),
    /** The person with this email address, in upper or lower case. */
    idOf: (email: string): Promise<string | undefined> => read(findUserId, email),
    /** The first account of a person. */
    membership: (userId: string): Promise<Membership | undefined> => read(findMembership, userId),
  };
}

export type UserStore = ReturnType<typeof userStore>;

/**
 * Device logins that are pending, approved, denied or handed over. A key exists only from its
 * hand-over on: a login that is approved and never polled leaves none.
 */
export function deviceLoginStore({ read, write, writeOnce }: Engine) {
  return {
    /** False if the user code is in use; nothing was stored. */
    insert: (login: NewDeviceLogin): Promise<boolean> => writeOnce(insertDeviceLogin, login),
    /** A login that waits for its person. */
    find: (userHash: Uint8Array): Promise<DeviceLogin | undefined> =>
      read(findDeviceLogin, userHash),
    /** `unknown`: no login with this code is waiting. `too-many`: as in `ApiKeyStore.insert`. */
    approve: (
      approval: Approval,
      maxActive: number,
    ): Promise<'approved' | 'unknown' | 'too-many'> =>
      write(approveDeviceLogin, { approval, maxActive }),
    /** False if no login with this code is waiting. */
    deny: (userHash: Uint8Array): Promise<boolean> => writeOnce(denyDeviceLogin, userHash),
    /** Only for the program that asked for the code. */
    poll: (deviceHash: Uint8Array, program: string): Promise<Polled> =>
      write(pollDeviceLogin, { deviceHash, program }),
    /** Stores the key of an approved login, once, with the approved account, scopes and expiry. */
    handOver: (
      deviceHash: Uint8Array,
      key: Pick<NewApiKey, 'id' | 'hash' | 'name' | 'prefix' | 'lastFour'>,
      maxActive: number,
    ): Promise<HandedOver> =>
      write(handOverRecorded, {
        args: { deviceHash, key, maxActive },
        // The program acts with the key that it gets.
        by: { kind: 'key', keyId: key.id },
      }),
    /**
     * Deletes logins that expired an hour ago, and revokes their keys that were never used: the
     * response that handed them over was lost. Resolves with the number of logins.
     */
    prune: (limit: number): Promise<number> => write(pruneDeviceLogins, limit),
  };
}

export type DeviceLoginStore = ReturnType<typeof deviceLoginStore>;
