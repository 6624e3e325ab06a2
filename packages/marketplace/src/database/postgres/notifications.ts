import type { Client, Notification } from 'pg';
import { createClient, type PostgresAddress } from './session.ts';

export const LISTENER_APPLICATION = 'mkt-marketplace listener';
const COUNT_LISTENERS = `SELECT count(*) AS count FROM pg_stat_activity
  WHERE application_name = $1 AND datname = current_database()`;
/** A new listener announces itself on this channel, so that the others start to send. */
const HELLO_CHANNEL = 'mkt_hello';
/** Tells every process that changes may be missing from its event streams. */
export const RESYNC_CHANNEL = 'mkt_resync';
const RECONNECT_MS = 1_000;
const CHECK_INTERVAL_MS = 3_000;
/** The time limit of each statement, after which a connection that died silently is replaced. */
const LISTENER_TIMEOUT_MS = 5_000;
/** Postgres takes payloads of less than 8000 bytes; a text is one to three ids. */
const MAX_TEXTS_PER_NOTIFY = 60;
/**
 * Each NOTIFY is a transaction that wakes every listener. Without a minimum interval they cost the
 * database three times as much as the orders that they announced.
 */
const MIN_INTERVAL_MS = 10;
/** Delivery is not guaranteed, so no commit needs to wait for the disk. */
const ASYNC_COMMIT = 'SET synchronous_commit = off';

/** Sends short texts from every process to every process. Delivery is not guaranteed. */
export interface Notifications {
  /**
   * Sends the text soon, together with others. Returns false if there is no one to send it to, or no
   * connection.
   */
  send(channel: string, text: string): boolean;
  /** Resolves when it listens, or when the first attempt to connect has failed. */
  started: Promise<void>;
  /**
   * Also listens on a channel of someone else's, whose name is any text. `onConnected` is called when
   * texts may have been lost.
   */
  listen(channel: string, onText: (text: string) => void, onConnected: () => void): Promise<void>;
  /** Whether texts arrive now; never behind a pooler that shares sessions. */
  delivers(): boolean;
  close(): Promise<void>;
}

export interface NotificationsOptions extends PostgresAddress {
  /** Called with each text from another process, by channel name (`a-z_`). */
  channels: Readonly<Record<string, (text: string) => void>>;
  /**
   * Called when a process starts to listen, this one or another: until now, texts between it and the
   * others may have been lost.
   */
  onConnected?(): void;
}

/**
 * LISTEN and NOTIFY on a connection of their own. Writes do not send NOTIFY in their transactions,
 * because Postgres would commit those one after the other. Behind a pooler that shares sessions
 * nothing arrives, so callers must also work without notifications.
 */
export function openNotifications({
  channels,
  onConnected,
  ...address
}: NotificationsOptions): Notifications {
  const pending = new Map<string, string[]>();
  const others = new Map<string, { onText(text: string): void; onConnected(): void }>();
  let client: Client | undefined;
  let isSending = false;
  /** While no other process listens, nothing is sent. */
  let isOnlyListener = false;
  /** Whether a notification has arrived on this connection: its own greeting is the first. */
  let isDelivering = false;
  /** Whether texts were lost although the connection remained. */
  let hasLost = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let sendTimer: NodeJS.Timeout | undefined;
  let sentAtMs = -MIN_INTERVAL_MS;

  function reconnect(lost: Client): void {
    if (client !== lost) return;
    client = undefined;
    isDelivering = false;
    void lost.end().catch(() => undefined);
    schedule(RECONNECT_MS, connect);
  }

  function schedule(ms: number, work: () => Promise<void>): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void work(), ms);
  }

  async function connect(): Promise<void> {
    const next = createClient(
      { ...address, name: LISTENER_APPLICATION, session: ASYNC_COMMIT },
      { query_timeout: LISTENER_TIMEOUT_MS },
    );
    client = next;
    next.on('error', () => reconnect(next));
    next.on('end', () => reconnect(next));
    let ownPid: number | undefined;
    next.on('notification', ({ channel, payload = '', processId }: Notification) => {
      isDelivering = true;
      const other = others.get(channel);
      if (other) return other.onText(payload);
      if (channel === HELLO_CHANNEL) onConnected?.();
      if (processId === ownPid) return;
      isOnlyListener = false;
      for (const text of payload.split(',')) channels[channel]?.(text);
    });
    try {
      await next.connect();
      const { rows } = await next.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      ownPid = rows[0]?.pid;
      for (const channel of [HELLO_CHANNEL, ...Object.keys(channels), ...others.keys()]) {
        await listenOn(next, channel);
      }
      for (const { onConnected: connected } of others.values()) connected();
      await checkConnection();
      await greet(next);
      await flush();
    } catch {
      reconnect(next);
    }
  }

  async function listenOn(listener: Client, channel: string): Promise<void> {
    await listener.query(`LISTEN ${listener.escapeIdentifier(channel)}`);
  }

  async function greet(listener: Client): Promise<void> {
    await listener.query(`NOTIFY ${HELLO_CHANNEL}`);
    hasLost = false;
  }

  /** Detects a connection that died silently, and whether another process listens. */
  async function checkConnection(): Promise<void> {
    const checked = client;
    if (!checked) return;
    const result = await checked
      .query<{ count: number }>(COUNT_LISTENERS, [LISTENER_APPLICATION])
      .catch(() => reconnect(checked));
    if (client !== checked) return;
    isOnlyListener = (result?.rows[0]?.count ?? 0) < 2;
    if (hasLost) await greet(checked).catch(() => reconnect(checked));
    schedule(CHECK_INTERVAL_MS, checkConnection);
  }

  /** Sends one NOTIFY at a time; texts that arrive meanwhile share the next one. */
  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (const [channel, texts] of pending) {
        while (texts.length > 0) {
          const values = [channel, texts.splice(0, MAX_TEXTS_PER_NOTIFY).join(',')];
          await client?.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values });
        }
        pending.delete(channel);
      }
    } catch {
      // Receivers of orders also poll the rows; the others start over when they are greeted.
      pending.clear();
      hasLost = true;
    } finally {
      isSending = false;
    }
  }

  function scheduleFlush(): void {
    sendTimer ??= setTimeout(
      () => {
        sendTimer = undefined;
        sentAtMs = performance.now();
        void flush();
      },
      Math.max(0, sentAtMs + MIN_INTERVAL_MS - performance.now()),
    );
  }

  return {
    started: connect(),
    delivers: () => isDelivering,
    async listen(channel, onText, connected) {
      others.set(channel, { onText, onConnected: connected });
      const listener = client;
      // Without a connection, the next one listens.
      if (listener) await listenOn(listener, channel).catch(() => reconnect(listener));
    },
    send(channel, text) {
      if (!client || isOnlyListener) return false;
      const texts = pending.get(channel);
      if (texts) texts.push(text);
      else pending.set(channel, [text]);
      scheduleFlush();
      return true;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(sendTimer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
