import type { KeyScope } from '@mkt/protocol';
import type { RefusedRequest } from '../http/respond.ts';
import type { Clock, Log } from '../market/outside.ts';
import type { Resolve } from '../sellers/resolve.ts';
import type { Config } from './config.ts';
import type { Schemas } from './sellers.ts';

export type { RefusedRequest };

export interface OpenOptions {
  config: Config;
  /** Defaults to the clock of the database: on SQLite, that of the machine. */
  clock?: Clock;
  /** Defaults to JSON lines on stderr. */
  log?: Log;
  /** Keeps everything in memory, for tests. */
  memory?: boolean;
  /** The caller moves the time and calls `tick`. */
  manual?: boolean;
  resolve?: Resolve;
  /** Ends the wait for a Postgres that cannot be reached yet: opening the marketplace then rejects. */
  ending?: AbortSignal;
  /**
   * Called when the check after a crash finds the embedded database damaged, with a message for the
   * operator. Close the marketplace then: to write on could make it worse.
   */
  onDamaged?: (error: Error) => void;
  /** Called for each request that is refused, before the response is sent. It must not throw. */
  onRefusal?: (refused: RefusedRequest) => void;
}

/** Further options, for the testing kit. */
export interface TestedOptions extends OpenOptions {
  /** The account and the key that an empty database gets. */
  devAccount?: DevAccount;
  /** Schema processes that outlive the marketplace. */
  schemas?: Schemas;
  /** False settles an order at once when its seller cannot be reached: its time is that of a test. */
  retriesCalls?: boolean;
}

export interface AccountOptions {
  /**
   * Names the account in the operator's commands. If an account has it already, that account gets
   * another key. By default one is generated, and the account is new.
   */
  email?: string | undefined;
  /** What the key may do; every scope by default. */
  scopes?: readonly KeyScope[] | undefined;
}

export interface CreatedAccount {
  /** UUID v7; `userId` on the wire. */
  id: string;
  apiKey: string;
}

export interface Marketplace {
  url: string;
  port: number;
  /** Only in dev mode. */
  devApiKey: string | undefined;
  /**
   * The address to open in a browser. In dev mode its fragment holds a token that `POST /auth/dev`
   * accepts once, within 5 minutes (docs/operate/accounts.md#dev-mode).
   */
  dashboardUrl: string;
  /** Another such address, because each signs in only one browser. */
  createDashboardUrl(): string;
  /**
   * Creates an account with an API key, as `mkt-marketplace keys create` does. Rejects if the email
   * address is invalid or a scope is unknown.
   */
  createAccount(options?: AccountOptions): Promise<CreatedAccount>;
  /** Runs the chores that are due at this time of the monotonic clock. */
  tick(nowMs: number): Promise<void>;
  /** Resolves when no review is queued or running. */
  reviewsIdle(): Promise<void>;
  /** Responds to accepted requests, settles calls in flight, and closes everything. */
  close(): Promise<void>;
}

/** A marketplace as the testing kit sees it. */
export interface TestedMarketplace extends Marketplace {
  devAccount: DevAccount | undefined;
  /** The orders whose calls are in flight, by id, with the monotonic time of their claim. */
  calls: ReadonlyMap<string, number>;
  /** Resolves when every order that is being placed waits for its seller or for a call slot. */
  callsStarted(): Promise<void>;
  /** Gives up the calls in flight: their orders settle as interrupted. For `close` to be quick. */
  abortCalls(): void;
}

/** The account of dev mode, and its key. */
export interface DevAccount {
  apiKey: string;
  ids: { account: string; user: string };
}
